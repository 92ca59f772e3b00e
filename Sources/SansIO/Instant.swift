/// A point on the monotonic clock, in nanoseconds since a start that only its owner knows.
///
/// Cores are told the time; they never read it. A wall-clock time is a `UnixTime`, a different type, so
/// that a credential's expiry cannot be compared with a retransmission deadline.
public struct Instant: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// Nanoseconds since the clock's start.
    public var nanoseconds: UInt64

    public init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The instant `duration` later; it stops at the ends of the clock instead of wrapping.
    public static func + (start: Instant, duration: Duration) -> Instant {
        let shift = duration.wholeNanoseconds
        if shift >= 0 {
            let (sum, overflow) = start.nanoseconds.addingReportingOverflow(UInt64(shift))
            return Instant(nanoseconds: overflow ? .max : sum)
        }
        let (difference, overflow) = start.nanoseconds.subtractingReportingOverflow(shift.magnitude)
        return Instant(nanoseconds: overflow ? 0 : difference)
    }

    public static func - (start: Instant, duration: Duration) -> Instant {
        start + .nanoseconds(-duration.wholeNanoseconds)
    }

    /// The time from `earlier` to `later`, negative when they come in the other order.
    public static func - (later: Instant, earlier: Instant) -> Duration {
        .nanoseconds(Int64(bitPattern: later.nanoseconds &- earlier.nanoseconds))
    }

    public static func += (instant: inout Instant, duration: Duration) {
        instant = instant + duration
    }
}

extension Duration {
    /// This duration in nanoseconds, the rest cut off, held at the ends of `Int64`.
    public var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min + 1 : .max }
        let (sum, carried) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carried ? (seconds < 0 ? .min + 1 : .max) : sum
    }

    /// This duration in whole seconds, rounded up, and 0 when it is negative: the form in which a
    /// remaining lifetime is told.
    public var secondsRoundedUp: UInt32 {
        let nanoseconds = wholeNanoseconds
        guard nanoseconds > 0 else { return 0 }
        return UInt32(clamping: (nanoseconds - 1) / 1_000_000_000 + 1)
    }
}
