public import SansIO

/// How much later than due packets were handed over: a histogram whose steps are an eighth of an octave.
///
/// A run whose packets came late did not see the network it asked for, whatever priority its thread had.
public struct LatenessHistogram: Hashable, Sendable {
    /// What makes a run invalid: more than a hundredth later than the first, or a thousandth than the second.
    public static let limits = (p99: Duration.milliseconds(1), p999: Duration.milliseconds(5))

    private static let octaves = 40
    private static let steps = 8
    private var counts = [UInt64](repeating: 0, count: octaves * steps)

    /// How many packets were counted.
    public private(set) var count: UInt64 = 0
    /// The greatest lateness.
    public private(set) var greatest: Duration = .zero

    public init() {}

    /// Counts a packet that was due at one time and handed over at another; one that came early counts as 0.
    public mutating func record(due: Instant, at now: Instant) {
        let lateness = now.nanoseconds > due.nanoseconds ? now.nanoseconds - due.nanoseconds : 0
        counts[Self.index(of: lateness)] += 1
        count += 1
        if lateness > UInt64(clamping: greatest.wholeNanoseconds) {
            greatest = .nanoseconds(Int64(clamping: lateness))
        }
    }

    /// Counts the packets of another histogram too.
    public mutating func add(_ other: LatenessHistogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        count += other.count
        greatest = max(greatest, other.greatest)
    }

    /// The lateness that `share` of all packets did not exceed, rounded up to the step's end; zero of none.
    public func quantile(_ share: Double) -> Duration {
        guard count > 0 else { return .zero }
        let wanted = max(1, (Double(count) * share).rounded(.up))
        var seen: UInt64 = 0
        for index in counts.indices {
            seen += counts[index]
            if Double(seen) >= wanted { return min(Self.end(of: index), greatest) }
        }
        return greatest
    }

    /// Whether a run with these packets says something about the network that was asked for.
    public var isValid: Bool {
        quantile(0.99) <= Self.limits.p99 && quantile(0.999) <= Self.limits.p999
    }

    private static func index(of nanoseconds: UInt64) -> Int {
        guard nanoseconds >= UInt64(steps) else { return Int(nanoseconds) }
        let octave = 63 - nanoseconds.leadingZeroBitCount
        let step = Int(nanoseconds >> UInt64(octave - 3)) & (steps - 1)
        return min((octave - 2) * steps + step, octaves * steps - 1)
    }

    private static func end(of index: Int) -> Duration {
        guard index >= steps else { return .nanoseconds(index) }
        let octave = index / steps + 2
        let step = UInt64(index % steps + steps + 1)
        return .nanoseconds(Int64(clamping: (step << UInt64(octave - 3)) - 1))
    }
}
