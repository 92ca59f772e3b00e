import SansIO

/// How many answers a source address gets that has proved nothing, so that nobody is flooded through us.
///
/// A fixed table of token buckets, direct-mapped by a keyed hash of the address (IPv6: of its /64): a flood
/// of invented addresses costs no memory. Two sources in one bucket share it.
struct AnswerBudget {
    private struct Bucket {
        var tokens: Double
        var filledAt: Instant
    }

    private let perSecond: Double
    private let burst: Double
    private let seed: UInt64
    private var buckets: [Bucket]

    /// Full buckets: `burst` answers at once, then `perSecond` of them; 0 for no limit.
    init(perSecond: Int, burst: Int, seed: UInt64, at now: Instant, bucketCount: Int = 4096) {
        self.perSecond = Double(perSecond)
        self.burst = Double(burst)
        self.seed = seed
        buckets = Array(repeating: Bucket(tokens: Double(burst), filledAt: now), count: bucketCount)
    }

    /// Whether `source` may have one more answer now.
    mutating func admit(_ source: IPAddress, at now: Instant) -> Bool {
        guard perSecond > 0 else { return true }
        let network = source.family == .v4 ? source : IPAddress(v6: source.high, 0)
        var hash = Endpoint(network, 0).flatHash ^ seed
        hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
        let index = Int(truncatingIfNeeded: (hash ^ hash >> 32) % UInt64(buckets.count))
        let elapsed = Double(max(0, (now - buckets[index].filledAt).wholeNanoseconds)) / 1e9
        let tokens = min(burst, buckets[index].tokens + elapsed * perSecond)
        buckets[index] = Bucket(tokens: tokens >= 1 ? tokens - 1 : tokens, filledAt: now)
        return tokens >= 1
    }
}
