internal import Glibc
public import SansIO

/// The kernel's CLOCK_MONOTONIC, which all processes of a machine share.
public enum MonotonicClock {
    /// The time since the machine started.
    public static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }
}
