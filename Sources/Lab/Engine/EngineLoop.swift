internal import EventLoop
internal import Glibc
internal import SansIO

/// The loop of the engine's thread: it waits for packets and for the time at which some are due.
///
/// It sleeps until shortly before a packet is due and spins the rest, as far as `SpinBudget` lets it: waking
/// a thread takes the kernel some 50 µs, and that would be every packet's lateness.
final class EngineLoop {
    /// How long before a deadline it stops sleeping.
    private static let lead: Duration = .microseconds(70)

    private let poller: Poller
    private var networks: [Int: EngineNetwork] = [:]
    /// By token: a network and one of its devices.
    private var devices: [UInt64: (network: EngineNetwork, device: Int)] = [:]
    private var nextToken: UInt64 = 1
    private var spin: SpinBudget
    private let startedAt: Instant
    private var slept: UInt64 = 0
    let hasPriority: Bool
    var isStopped = false

    /// A loop for the calling thread, which is to run before all others if `wantsPriority`.
    init(wantsPriority: Bool) throws {
        hasPriority = wantsPriority && Self.takePriority()
        poller = try Poller()
        startedAt = MonotonicClock.now()
        spin = SpinBudget(at: startedAt)
    }

    /// Puts the thread before all with ordinary priority, and keeps its memory from being paged out.
    private static func takePriority() -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = 50
        guard sched_setscheduler(0, SCHED_FIFO, &parameters) == 0 else { return false }
        _ = mlockall(MCL_CURRENT)
        return true
    }

    /// Carries out commands and networks until it is stopped.
    func run(_ commands: Wakeup<EngineCommand>) throws {
        try poller.add(commands.fileDescriptor, token: 0, interest: .read)
        while !isStopped {
            let deadline = nextDeadline
            let before = MonotonicClock.now()
            let count = try poller.wait(until: sleepEnd(deadline, before))
            let after = MonotonicClock.now()
            slept += after.nanoseconds - before.nanoseconds
            for index in 0..<count {
                let token = poller[index].token
                if token == 0 {
                    for command in commands.drain() { command.body(self) }
                } else if let place = devices[token] {
                    place.network.receive(from: place.device)
                }
            }
            for network in networks.values {
                network.advance(to: MonotonicClock.now())
            }
        }
    }

    /// When to stop sleeping: early enough before the deadline to spin the rest, or at it.
    private func sleepEnd(_ deadline: Instant?, _ now: Instant) -> Instant? {
        guard let deadline else { return nil }
        let early = deadline - Self.lead
        if early > now { return early }
        guard deadline > now else { return now }
        let rest = deadline.nanoseconds - now.nanoseconds
        // Waiting until now does not sleep: the loop comes round until it is time.
        return spin.spend(min(rest, 2000), at: now) ? now : deadline
    }

    private var nextDeadline: Instant? {
        var earliest: Instant?
        for network in networks.values {
            guard let deadline = network.nextDeadline else { continue }
            earliest = min(earliest ?? deadline, deadline)
        }
        return earliest
    }

    /// How much of the time it did not sleep.
    var load: Double {
        let passed = MonotonicClock.now().nanoseconds - startedAt.nanoseconds
        return passed == 0 ? 0 : 1 - Double(slept) / Double(passed)
    }

    func add(_ network: EngineNetwork, _ number: Int) throws(SystemError) {
        networks[number] = network
        for (device, descriptor) in network.descriptors.enumerated() where descriptor >= 0 {
            devices[nextToken] = (network, device)
            try poller.add(descriptor, token: nextToken, interest: .read)
            nextToken += 1
        }
    }

    func network(_ number: Int) -> EngineNetwork? { networks[number] }

    func remove(_ number: Int) {
        guard let network = networks.removeValue(forKey: number) else { return }
        for descriptor in network.descriptors where descriptor >= 0 { try? poller.remove(descriptor) }
        devices = devices.filter { $0.value.network !== network }
    }
}

/// What another thread wants done on the engine's.
struct EngineCommand: Sendable {
    let body: @Sendable (EngineLoop) -> Void
}
