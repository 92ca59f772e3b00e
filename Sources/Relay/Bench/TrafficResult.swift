import SansIO

/// What a run of traffic showed.
///
/// Times in microseconds, processor time by packet received. "Path" is server and generator together: it holds
/// what the kernel does for one in the other's name, such as the receiving half of a virtual cable.
package struct TrafficResult: Encodable, Hashable, Sendable {
    package var seconds: Double
    package var sent: UInt64
    package var received: UInt64
    package var lost: UInt64
    package var reordered: UInt64
    package var duplicates: UInt64
    package var corrupt: UInt64
    package var misrouted: UInt64
    /// Times at which a closed loop had to start again.
    package var stalls: Int
    /// Packets the generator itself did not send: an open loop it could not keep up with, or full buffers.
    package var notSent: UInt64
    package var packetsPerSecond: Double
    package var megabitsPerSecond: Double
    package var latencyP50: Double?
    package var latencyP99: Double?
    package var serverCPUPerPacket: Double?
    package var generatorCPUPerPacket: Double?
    package var pathCPUPerPacket: Double?
    package var machineCPUPerPacket: Double?

    /// Whether every packet that arrived was one that was to arrive there.
    package var isClean: Bool { duplicates == 0 && corrupt == 0 && misrouted == 0 && received > 0 }

    init(
        _ plan: BenchPlan,
        measured: BenchCounts,
        whole: BenchCounts,
        latencies: LatencyHistogram,
        from start: ProcessorTimes,
        to end: ProcessorTimes
    ) {
        let span = (end.at - start.at) / .seconds(1)
        seconds = span
        sent = whole.sent
        received = whole.received
        lost = whole.lost
        reordered = whole.reordered
        duplicates = whole.duplicates
        corrupt = whole.corrupt
        misrouted = whole.misrouted
        stalls = 0
        notSent = 0
        packetsPerSecond = Double(measured.received) / span
        megabitsPerSecond = packetsPerSecond * Double(plan.payloadLength) * 8 / 1e6
        latencyP50 = latencies.quantile(0.5).map { Double($0) / 1000 }
        latencyP99 = latencies.quantile(0.99).map { Double($0) / 1000 }
        func perPacket(_ from: UInt64?, _ to: UInt64?) -> Double? {
            guard let from, let to, to >= from, measured.received > 0 else { return nil }
            return Double(to - from) / 1000 / Double(measured.received)
        }
        serverCPUPerPacket = perPacket(start.server, end.server)
        generatorCPUPerPacket = perPacket(start.generator, end.generator)
        machineCPUPerPacket = perPacket(start.machine, end.machine)
        if let server = serverCPUPerPacket, let generator = generatorCPUPerPacket {
            pathCPUPerPacket = server + generator
        }
    }
}
