internal import Glibc
public import SansIO

/// The kernel's monotonic clock, for deadlines on kernel objects.
public enum MonotonicClock {
    public static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    /// The milliseconds from now to `end` for `poll`, rounded up, at most an hour.
    static func pollTimeout(until end: Instant) -> CInt {
        let left = (end - now).wholeNanoseconds
        guard left > 0 else { return 0 }
        return CInt(clamping: min((left - 1) / 1_000_000 + 1, 3_600_000))
    }
}
