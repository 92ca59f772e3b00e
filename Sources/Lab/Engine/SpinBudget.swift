import SansIO

/// How long a thread may still spin: at most a fifth of any 100 ms, since others need the processor.
///
/// A bucket of 10 ms that fills by 10 ms every 100 ms: what a full one and its filling allow together.
struct SpinBudget {
    private static let capacity: UInt64 = 10_000_000
    private static let share: UInt64 = 10

    private var left = Self.capacity
    private var filledAt: Instant

    init(at start: Instant) {
        filledAt = start
    }

    /// Whether the thread may spin for `duration`; then it counts as spent.
    mutating func spend(_ duration: UInt64, at now: Instant) -> Bool {
        let passed = now.nanoseconds > filledAt.nanoseconds ? now.nanoseconds - filledAt.nanoseconds : 0
        left = min(Self.capacity, left + passed / Self.share)
        filledAt = Instant(nanoseconds: now.nanoseconds - passed % Self.share)
        guard left >= duration else { return false }
        left -= duration
        return true
    }
}
