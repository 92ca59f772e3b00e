import EventLoop
import SansIO

/// Waits for the descriptors and deadlines of any number of clients, on the thread of whoever runs it.
///
/// Members stay until they say that they are finished or are removed; each turn looks at all of them.
final class ClientLoop {
    private struct Entry {
        let member: any LoopMember
        let fileDescriptor: Int32
        var watched: Poller.Interest
    }

    /// Datagrams of whichever member is served: valid until the next `receive`.
    let receiver = DatagramReceiver()
    /// What a stream of whichever member is served has brought.
    let streamInput = PacketSlab(slotCount: 1, capacity: 65_536)
    /// A message on its way out: a request, or application data.
    let outgoing = PacketSlab(slotCount: 2, capacity: 65_536)

    private let clock: () -> Instant
    private let poller: Poller
    private var entries: [UInt64: Entry] = [:]
    private var nextToken: UInt64 = 0

    /// A loop without members; a test gives it a clock that it moves.
    init(clock: @escaping () -> Instant = MonotonicClock.now) throws(SystemError) {
        self.clock = clock
        poller = try Poller()
    }

    /// The time at this moment.
    var now: Instant { clock() }

    var memberCount: Int { entries.count }

    func add(_ member: any LoopMember) throws(SystemError) {
        let interest = member.interest
        try poller.add(member.fileDescriptor, token: nextToken, interest: interest)
        entries[nextToken] = Entry(member: member, fileDescriptor: member.fileDescriptor, watched: interest)
        nextToken += 1
    }

    /// Lets go of a member, finished or not.
    func remove(_ member: any LoopMember) {
        for (token, entry) in entries where entry.member === member { drop(token, entry) }
    }

    /// Takes turns until `condition` holds or `limit` has come; returns whether the condition holds.
    func run(until limit: Instant?, _ condition: () -> Bool) throws(SystemError) -> Bool {
        while !condition() {
            if let limit, limit <= now { return false }
            try turn(until: limit)
        }
        return true
    }

    /// Waits for the next event or deadline, `limit` at the latest, and lets its member serve it.
    func turn(until limit: Instant?) throws(SystemError) {
        var deadline = limit
        for (token, entry) in entries {
            guard !entry.member.isFinished else {
                drop(token, entry)
                continue
            }
            try watch(token, entry)
            if let next = entry.member.nextDeadline { deadline = min(next, deadline ?? next) }
        }
        let count = try poller.wait(until: deadline)
        for index in 0..<count {
            let event = poller[index]
            entries[event.token]?.member.serve(event)
        }
        let now = clock()
        for entry in entries.values {
            if let due = entry.member.nextDeadline, due <= now { entry.member.advance(to: now) }
        }
    }

    private func watch(_ token: UInt64, _ entry: Entry) throws(SystemError) {
        let interest = entry.member.interest
        guard interest != entry.watched else { return }
        try poller.modify(entry.fileDescriptor, token: token, interest: interest)
        entries[token]?.watched = interest
    }

    private func drop(_ token: UInt64, _ entry: Entry) {
        entries[token] = nil
        try? poller.remove(entry.fileDescriptor)
    }
}
