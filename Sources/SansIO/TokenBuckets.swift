/// A bounded number of token buckets for any number of sources.
///
/// A fixed table, direct-mapped by a keyed hash: a flood of invented sources costs no memory. Two sources in one
/// bucket share it.
public struct TokenBuckets: Sendable {
    private struct Bucket {
        var tokens: Double
        var filledAt: Instant
    }

    private let perSecond: Double
    private let burst: Double
    private let seed: UInt64
    private var buckets: [Bucket]

    /// Full buckets: `burst` tokens at once, then `perSecond` of them.
    ///
    /// The seed is drawn by the owner, so that nobody can choose a source that shares another's bucket.
    public init(perSecond: Double, burst: Int, seed: UInt64, bucketCount: Int, at now: Instant) {
        self.perSecond = perSecond
        self.burst = Double(burst)
        self.seed = seed
        buckets = Array(repeating: Bucket(tokens: Double(burst), filledAt: now), count: max(1, bucketCount))
    }

    /// Takes a token of the source with this hash; returns how long to wait for the next one when there is none.
    public mutating func take(_ hash: UInt64, at now: Instant) -> Duration? {
        var mixed = hash ^ seed
        mixed = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
        let index = Int(truncatingIfNeeded: (mixed ^ mixed >> 32) % UInt64(buckets.count))
        let elapsed = Double(max(0, (now - buckets[index].filledAt).wholeNanoseconds)) / 1e9
        let tokens = min(burst, buckets[index].tokens + elapsed * perSecond)
        let isAdmitted = tokens >= 1
        buckets[index] = Bucket(tokens: isAdmitted ? tokens - 1 : tokens, filledAt: now)
        return isAdmitted ? nil : .seconds((1 - tokens) / perSecond)
    }
}
