public import SansIO

/// How much later than due packets were handed over.
///
/// A run whose packets came late did not see the network it asked for, whatever priority its thread had.
public struct LatenessHistogram: Hashable, Sendable {
    /// What makes a run invalid: more than a hundredth later than the first, or a thousandth than the second.
    public static let limits = (p99: Duration.milliseconds(1), p999: Duration.milliseconds(5))

    private var times = LatencyHistogram()
    /// The greatest lateness.
    public private(set) var greatest: Duration = .zero

    public init() {}

    /// How many packets were counted.
    public var count: UInt64 { times.count }

    /// Counts a packet that was due at one time and handed over at another; one that came early counts as 0.
    public mutating func record(due: Instant, at now: Instant) {
        let lateness = now.nanoseconds > due.nanoseconds ? now.nanoseconds - due.nanoseconds : 0
        times.record(lateness)
        if lateness > UInt64(clamping: greatest.wholeNanoseconds) {
            greatest = .nanoseconds(Int64(clamping: lateness))
        }
    }

    /// The lateness that `share` of all packets did not exceed; zero of none.
    public func quantile(_ share: Double) -> Duration {
        guard let nanoseconds = times.quantile(share) else { return .zero }
        return min(.nanoseconds(Int64(clamping: nanoseconds)), greatest)
    }

    /// Whether a run with these packets says something about the network that was asked for.
    public var isValid: Bool {
        quantile(0.99) <= Self.limits.p99 && quantile(0.999) <= Self.limits.p999
    }
}
