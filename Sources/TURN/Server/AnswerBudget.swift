import SansIO

/// How many answers a source address gets that has proved nothing, so that nobody is flooded through us.
///
/// IPv6 sources count by their /64.
struct AnswerBudget {
    private var buckets: TokenBuckets?

    /// `burst` answers at once, then `perSecond` of them; 0 for no limit.
    init(perSecond: Int, burst: Int, seed: UInt64, at now: Instant, bucketCount: Int = 4096) {
        guard perSecond > 0 else { return }
        buckets = TokenBuckets(
            perSecond: Double(perSecond),
            burst: burst,
            seed: seed,
            bucketCount: bucketCount,
            at: now
        )
    }

    /// Whether `source` may have one more answer now.
    mutating func admit(_ source: IPAddress, at now: Instant) -> Bool {
        buckets?.take(Endpoint(source.sourceNetwork, 0).flatHash, at: now) == nil
    }
}
