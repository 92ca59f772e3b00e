/// A wall-clock time in seconds since 1970-01-01T00:00:00Z, as time-limited credentials carry it.
public struct UnixTime: Hashable, Comparable, Sendable, BitwiseCopyable {
    public var seconds: Int64

    public init(seconds: Int64) {
        self.seconds = seconds
    }

    public static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.seconds < right.seconds
    }

    /// The time `duration` later, in whole seconds.
    public static func + (start: UnixTime, duration: Duration) -> UnixTime {
        let (sum, overflow) = start.seconds.addingReportingOverflow(duration.components.seconds)
        return UnixTime(seconds: overflow ? .max : sum)
    }
}
