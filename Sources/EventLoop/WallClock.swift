internal import Glibc
public import SansIO

/// The kernel's CLOCK_REALTIME, for credentials and log lines only.
public enum WallClock {
    /// The time of day, cut to whole seconds.
    public static func now() -> UnixTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UnixTime(seconds: Int64(time.tv_sec))
    }
}
