import SansIO
import Testing

@testable import VirtualNetwork

/// One direction of a link under a test's packets, numbered from 0, and what came out of it.
final class LinkBench {
    struct Arrival: Equatable {
        /// The packet's number, as a handle.
        let number: Int
        /// In nanoseconds since the start.
        let due: Int
        let comesAgain: Bool
    }

    /// A start that is neither 0 nor even, as a machine's clock is.
    static let start = Instant(nanoseconds: 1_234_567_890_123)

    var link: OneWayLink
    private(set) var offered: [Int] = []
    private(set) var fates: [Fate] = []
    private(set) var arrivals: [Arrival] = []
    private(set) var dropped: [(number: Int, reason: DropReason, time: Int)] = []

    init(
        _ conditions: LinkConditions,
        seed: UInt64 = 1,
        number: UInt64 = 7,
        direction: LinkDirection = .up,
        capacity: Int = 4096,
        recordedFates: Int = 0
    ) {
        link = OneWayLink(
            conditions,
            seed: seed,
            link: number,
            direction: direction,
            capacity: capacity,
            recordedFates: recordedFates,
            at: Self.start
        )
    }

    static func instant(_ time: Int) -> Instant { Instant(nanoseconds: start.nanoseconds + UInt64(time)) }

    /// Offers the next packet at a time in nanoseconds, after everything that falls before it.
    @discardableResult
    func offer(_ bytes: Int = 1200, at time: Int) -> Fate {
        drain(to: time)
        let packet = PacketHandle(rawValue: UInt32(offered.count))
        let fate = link.offer(packet, bytes: bytes, at: Self.instant(time))
        offered.append(time)
        fates.append(fate)
        takeAll(at: Self.instant(time))
        return fate
    }

    /// Offers packets of one length, so many nanoseconds apart.
    func offer(_ count: Int, of bytes: Int = 1200, every gap: Int, from start: Int = 0) {
        for index in 0..<count { offer(bytes, at: start + index * gap) }
    }

    /// Lets everything happen up to a time, at the deadlines the link asks for.
    func drain(to time: Int = Int.max / 4) {
        while let deadline = link.nextDeadline, deadline <= Self.instant(time) { takeAll(at: deadline) }
    }

    private func takeAll(at now: Instant) {
        while let output = link.next(at: now) {
            switch output {
            case .delivered(let packet, let due, let comesAgain):
                arrivals.append(
                    Arrival(
                        number: Int(packet.rawValue),
                        due: Int(due.nanoseconds - Self.start.nanoseconds),
                        comesAgain: comesAgain
                    )
                )
            case .dropped(let packet, let reason):
                let time = Int(now.nanoseconds - Self.start.nanoseconds)
                dropped.append((Int(packet.rawValue), reason, time))
            }
        }
    }

    /// How long each packet that arrived took, in nanoseconds, in order of arrival.
    var delays: [Int] { arrivals.map { $0.due - offered[$0.number] } }
    /// The numbers of the packets that arrived, in order of arrival.
    var numbers: [Int] { arrivals.map(\.number) }

    var log: FateLog { link.log }
    var heldCount: Int { link.heldCount }
    var waitingBytes: Int { link.waitingBytes }
    var conditions: LinkConditions { link.conditions }
    var nextDeadline: Instant? { link.nextDeadline }

    /// Changes the link's conditions at a time in nanoseconds.
    func change(to conditions: LinkConditions, at time: Int) {
        drain(to: time)
        link.change(to: conditions, at: Self.instant(time))
        takeAll(at: Self.instant(time))
    }

    /// How many packets were not even accepted, for this reason.
    func refused(_ reason: DropReason) -> Int { fates.count { $0 == .dropped(reason) } }
}

extension LinkConditions {
    /// Conditions that differ from a clean link by what the closure sets.
    static func with(_ change: (inout LinkConditions) -> Void) -> LinkConditions {
        var conditions = LinkConditions()
        change(&conditions)
        return conditions
    }
}

extension Probability {
    /// A share that a test writes down and that is legal.
    static func of(_ share: Double) -> Probability { Probability(share) ?? .never }
}
