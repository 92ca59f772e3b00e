import EventLoop
package import STUN
import SansIO

/// A run of the load generator, by its plan.
package struct BenchRun: Sendable {
    /// Traffic before anything is counted, while buffers grow and caches fill.
    private static let warmUp = Duration.milliseconds(200)
    /// How many bursts go each way.
    private static let bursts = 10

    private let plan: BenchPlan
    private let secret: SharedSecret?
    private let server: ProcessFigures?

    private let bindPeer: BenchPeerBinding?

    /// A run against a server that shares `secret`.
    package init(
        _ plan: BenchPlan,
        secret: SharedSecret?,
        bindPeer: BenchPeerBinding? = nil
    ) throws(BenchFailure) {
        self.plan = plan
        self.bindPeer = bindPeer
        self.secret = plan.mode == .direct ? nil : secret
        guard let pid = plan.serverPID else {
            server = nil
            return
        }
        guard let figures = ProcessFigures(pid: pid) else {
            throw BenchFailure("there is no process \(pid)")
        }
        server = figures
    }

    /// Makes the run on the calling thread, whose network namespace it uses.
    package func perform() throws -> BenchResult {
        let session = try BenchSession(plan, secret: secret, bindPeer: bindPeer)
        defer { session.close() }
        switch plan.mode {
        case .relay, .direct:
            try session.openSockets()
            try session.allocate()
            return .traffic(try measureTraffic(session))
        case .allocations: return .allocations(try measureAllocations(session))
        case .burst:
            try session.openSockets()
            try session.allocate()
            return .burst(try measureBursts(session))
        }
    }

    private static var freshTag: UInt32 {
        UInt32(truncatingIfNeeded: MonotonicClock.now().nanoseconds &* 0x9E37_79B9_7F4A_7C15 >> 32)
    }

    private func measureTraffic(_ session: BenchSession) throws -> TrafficResult {
        let traffic = BenchTraffic(session, tag: Self.freshTag)
        try traffic.run(for: Self.warmUp, recording: false)
        let before = traffic.counts
        let start = ProcessorTimes(server: server)
        try traffic.run(for: plan.duration, recording: true)
        let end = ProcessorTimes(server: server)
        let measured = traffic.counts - before
        try traffic.finish()
        var result = TrafficResult(
            plan,
            measured: measured,
            whole: traffic.counts,
            latencies: traffic.latencies,
            from: start,
            to: end
        )
        result.stalls = traffic.stalls
        result.notSent = UInt64(traffic.skipped) + session.port.unsentCount
        return result
    }

    private func measureAllocations(_ session: BenchSession) throws -> AllocationResult {
        try session.openSockets()
        let residentBefore = server?.residentBytes
        let start = ProcessorTimes(server: server)
        try session.allocate()
        let end = ProcessorTimes(server: server)
        return AllocationResult(
            plan.clients,
            from: start,
            to: end,
            residentBefore: residentBefore,
            residentAfter: server?.residentBytes
        )
    }

    private func measureBursts(_ session: BenchSession) throws -> BurstResult {
        let traffic = BenchTraffic(session, tag: Self.freshTag)
        func arrivals(isUp: Bool) throws -> [Int] {
            guard isUp ? plan.isUp : plan.isDown else { return [] }
            return try (0..<Self.bursts).map { number in
                let before = traffic.counts.received
                let client = session.clients[number % session.clients.count]
                try traffic.burst(of: plan.burstLength, by: client, isUp: isUp)
                return Int(traffic.counts.received - before)
            }
        }
        let up = try arrivals(isUp: true)
        let down = try arrivals(isUp: false)
        return BurstResult(length: plan.burstLength, up: up, down: down, counts: traffic.counts)
    }
}
