import SansIO

/// A token bucket that holds one second's worth of bytes, so that a key frame passes in one burst.
///
/// It counts in bytes times nanoseconds per second: a nanosecond fills in one such unit for every byte per
/// second, so that nothing is lost by rounding, however low the rate and however short the time.
struct BandwidthMeter: BitwiseCopyable {
    private static let second: UInt64 = 1_000_000_000

    private let bytesPerSecond: UInt64
    private var tokens: UInt64
    private var filledAt: Instant

    /// A full bucket; 0 bits per second stand for no limit, and more than 147 Gbit/s count as that.
    init(bitsPerSecond: UInt64, at now: Instant) {
        bytesPerSecond = min(bitsPerSecond / 8 + (bitsPerSecond % 8 == 0 ? 0 : 1), .max / Self.second)
        tokens = bytesPerSecond * Self.second
        filledAt = now
    }

    /// Whether `count` bytes may pass now; they are then taken from the bucket.
    mutating func admit(_ count: Int, at now: Instant) -> Bool {
        guard bytesPerSecond > 0 else { return true }
        if now > filledAt {
            let elapsed = min(now.nanoseconds - filledAt.nanoseconds, Self.second)
            let room = bytesPerSecond * Self.second - tokens
            tokens += min(room, elapsed * bytesPerSecond)
            filledAt = now
        }
        let (cost, overflow) = UInt64(count).multipliedReportingOverflow(by: Self.second)
        guard !overflow, tokens >= cost else { return false }
        tokens -= cost
        return true
    }
}
