internal import EventLoop
internal import Glibc
internal import JSON
internal import Namespaces
internal import SansIO
internal import Scenario

/// A network that this process holds up, and what other processes may ask of it.
///
/// Commands come on threads of their own; the network is touched by one of them at a time.
final class HeldNetwork: @unchecked Sendable {
    let name: String
    /// What programs on its hosts are told of it, by variables.
    private let environment: [String: String]
    private let network: LabNetwork
    private let turn = Turn()
    private let ending: Wakeup<Bool>
    private let tell: @Sendable (String) -> Void
    private let startedAt: Instant

    /// `tell` is told of every event in a line.
    init(
        _ network: LabNetwork,
        as name: String,
        environment: [String: String] = [:],
        tell: @escaping @Sendable (String) -> Void
    ) throws {
        self.name = name
        self.environment = environment
        self.network = network
        self.tell = tell
        ending = try Wakeup()
        startedAt = EventLoop.MonotonicClock.now()
    }

    /// Listens for commands from now on.
    func listen() throws {
        let actions = ControlServer.Actions(
            describe: { [self] in describe() },
            enter: { [self] host in try enter(host) },
            event: { [self] host, interface, verb, duration in
                try perform(verb, on: host, interface, for: duration)
            },
            report: { [self] in try report() },
            down: { [self] in ending.post(true) }
        )
        _ = try ControlServer(name, actions)
    }

    /// Waits until a command or a signal ends it.
    func wait(for signals: SignalDescriptor) throws {
        let poller = try Poller()
        try poller.add(signals.fileDescriptor, token: 0, interest: .read)
        try poller.add(ending.fileDescriptor, token: 1, interest: .read)
        while try poller.wait(until: nil) == 0 {}
    }

    private func describe() -> JSONValue {
        let hosts = network.hosts.filter { !$0.plan.name.hasPrefix(ProverPlan.hostPrefix) }.map {
            host -> JSONValue in
            let interfaces = host.plan.interfaces.map { interface in
                "\(interface.name) " + interface.addresses.map(\.description).joined(separator: " ")
            }
            return [
                "name": .string(host.plan.name),
                "interfaces": .string(interfaces.joined(separator: ", ")),
            ]
        }
        return ["seed": .integer(Int64(bitPattern: network.seed)), "hosts": .array(hosts)]
    }

    private func enter(_ name: String) throws -> JSONValue {
        let host = try network.host(name)
        let variables = environment.merging(["CASTLAB_HOST": name, "CASTLAB_NETWORK": self.name]) { $1 }
        return [
            "pid": .integer(Int64(getpid())),
            "descriptor": .integer(Int64(host.namespace.descriptor)),
            "hosts": host.hostsPath.map { .string($0) } ?? .null,
            "environment": .object(variables.mapValues { .string($0) }),
        ]
    }

    private func report() throws -> JSONValue {
        let report = try turn.take { try network.report() }
        return [
            "received": .integer(Int64(report.counts.received)),
            "delivered": .integer(Int64(report.counts.delivered)),
            "lateness": .string(report.latenessText),
            "fate_hash": .string(String(report.fateHash, radix: 16)),
            "load": .number(report.load),
            "has_priority": .bool(report.hasPriority),
            "faults": .array(report.faults.map { .string($0) }),
        ]
    }

    private func perform(
        _ verb: HostVerb,
        on name: String,
        _ interface: String?,
        for duration: Duration?
    ) throws -> JSONValue {
        let host = try network.host(name)
        let time = try turn.take { try network.perform(verb, on: host, interface: interface) }
        let text = "+\((time - startedAt).inMilliseconds)"
        tell("\(text)  \(name)  \(verb)")
        if let duration, let undone = verb.undone {
            try later(duration, undone, on: name, interface)
        }
        if case .uplinkSwitched(let change) = verb {
            for step in change.steps.dropFirst() {
                try later(step.after, step.verb, on: name, step.interface)
            }
        }
        return ["time": .string(text), "at_ns": .integer(Int64(clamping: time.nanoseconds))]
    }

    /// Performs a verb after a while, unless the network has ended by then.
    private func later(
        _ duration: Duration,
        _ verb: HostVerb,
        on name: String,
        _ interface: String?
    ) throws {
        let due = EventLoop.MonotonicClock.now() + duration
        _ = try LoopThread(name: "later") { [weak self] in
            var wanted = timespec(
                tv_sec: Int(due.nanoseconds / 1_000_000_000),
                tv_nsec: Int(due.nanoseconds % 1_000_000_000)
            )
            while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wanted, nil) == EINTR {}
            do {
                _ = try self?.perform(verb, on: name, interface, for: nil)
            } catch {
                self?.tell("\(name): \(error)")
            }
        }
    }
}

extension EngineReport {
    /// As "p50 0.02 ms, p99 0.08 ms, worst 0.40 ms".
    var latenessText: String {
        "p50 \(lateness.quantile(0.5).inMilliseconds), p99 \(lateness.quantile(0.99).inMilliseconds), "
            + "p99.9 \(lateness.quantile(0.999).inMilliseconds), worst \(lateness.greatest.inMilliseconds)"
    }
}
