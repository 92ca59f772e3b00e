internal import SansIO

/// What a network did since it was last reset, and whether it was the one asked for.
public struct EngineReport: Hashable, Sendable {
    public var counts: EngineCounts
    public var lateness: LatenessHistogram
    /// Equal for two runs in which every packet met the same fate.
    public var fateHash: UInt64
    /// How much of the time since its start the engine's thread has worked, spinning included: 0 to 1.
    public var load: Double
    /// Whether the thread runs before all others (SCHED_FIFO).
    public var hasPriority: Bool

    /// Why the run says nothing about the network that was asked for; empty when it does.
    public var faults: [String] {
        var faults: [String] = []
        if !lateness.isValid {
            faults.append(
                "packets came late: p99 \(lateness.quantile(0.99).inMilliseconds), "
                    + "p99.9 \(lateness.quantile(0.999).inMilliseconds), worst "
                    + "\(lateness.greatest.inMilliseconds); allowed are "
                    + "\(LatenessHistogram.limits.p99.inMilliseconds) and "
                    + "\(LatenessHistogram.limits.p999.inMilliseconds)"
                    + (hasPriority ? "" : ", and the engine has no priority over other programs")
            )
        }
        if counts.oversized > 0 {
            faults.append("\(counts.oversized) packets were larger than any link carries")
        }
        if counts.outOfMemory > 0 {
            faults.append("\(counts.outOfMemory) packets were lost because the network's memory was full")
        }
        return faults
    }
}

extension Duration {
    /// As "0.05 ms".
    var inMilliseconds: String {
        let microseconds = (wholeNanoseconds + 5000) / 10_000
        let rest = microseconds % 100
        return "\(microseconds / 100).\(rest < 10 ? "0" : "")\(rest) ms"
    }
}
