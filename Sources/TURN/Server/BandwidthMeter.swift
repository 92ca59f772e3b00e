import SansIO

/// A token bucket that holds one second's worth of bytes, so that a key frame passes in one burst.
struct BandwidthMeter: BitwiseCopyable {
    private let bytesPerSecond: UInt64
    private var tokens: UInt64
    private var filledAt: Instant

    /// A full bucket; 0 bits per second stand for no limit.
    init(bitsPerSecond: UInt64, at now: Instant) {
        bytesPerSecond = bitsPerSecond / 8
        tokens = bytesPerSecond
        filledAt = now
    }

    /// Whether `count` bytes may pass now; they are then taken from the bucket.
    mutating func admit(_ count: Int, at now: Instant) -> Bool {
        guard bytesPerSecond > 0 else { return true }
        let elapsed = now.nanoseconds > filledAt.nanoseconds ? now.nanoseconds - filledAt.nanoseconds : 0
        let gained =
            elapsed >= 1_000_000_000 ? bytesPerSecond : elapsed * (bytesPerSecond / 1000) / 1_000_000
        if gained > 0 {
            tokens = min(bytesPerSecond, tokens + gained)
            filledAt = now
        }
        guard tokens >= UInt64(count) else { return false }
        tokens -= UInt64(count)
        return true
    }
}
