public import SansIO

/// When to fetch a published key set, and how long to use what was fetched.
///
/// A core: it says whether a fetch is due, the owner fetches and tells the outcome. At most one fetch is on its way,
/// and after each attempt there is a pause, so that tokens with invented key ids cause no flood of fetches.
///
///     idle --startFetch: true--> fetching --completed or failed--> idle
public struct KeySetCache {
    /// How long a set is used before it is fetched again, unless the server says otherwise: Supabase says so too.
    public static let standardAge = Duration.seconds(600)
    /// What the server may say at least and at most.
    public static let ages: ClosedRange<Duration> = .seconds(60) ... .seconds(3600)
    /// The pause after an attempt.
    public static let pause = Duration.seconds(10)
    /// How long an old set is used while every fetch fails.
    public static let longestUse = Duration.seconds(86_400)
    /// Key ids that are remembered as unknown, and for how long: a set may be published late.
    static let rememberedCount = 64
    static let rememberedTime = Duration.seconds(60)

    private var keys: JSONWebKeySet?
    private var fetchedAt: Instant?
    private var freshUntil: Instant?
    private var nextAttempt: Instant?
    private var isFetching = false
    /// Whether the last attempt brought nothing.
    private var hasFailed = false
    /// Ids that a set fetched for their sake did not have, until `unknownUntil` or the next set.
    private var unknown: Set<String> = []
    private var unknownUntil: Instant?
    private var sought: Set<String> = []

    /// A cache that has fetched nothing yet.
    public init() {}

    /// The keys to verify with; nil before the first fetch, and when the last one is old.
    ///
    /// An old set is used on only when a fetch has failed: else a key that was withdrawn long ago would be believed
    /// once after a quiet night.
    public func keys(at now: Instant) -> JSONWebKeySet? {
        guard let fetchedAt, let freshUntil else { return nil }
        let isUsable = now < freshUntil || hasFailed && now < fetchedAt + Self.longestUse
        return isUsable ? keys : nil
    }

    /// Whether to fetch now because there is no set or an old one; then a fetch counts as begun.
    public mutating func startFetch(at now: Instant) -> Bool {
        guard keys(at: now) == nil || freshUntil.map({ now >= $0 }) ?? true else { return false }
        return begin(at: now)
    }

    /// Whether waiting for a fetch may bring a key of this id: one on its way, or one that `startsFetch` asks for.
    public mutating func mayCome(_ id: String, at now: Instant, startsFetch: inout Bool) -> Bool {
        if let unknownUntil, now >= unknownUntil { unknown = [] }
        guard !unknown.contains(id) else { return false }
        if !isFetching { startsFetch = begin(at: now) }
        guard isFetching else { return false }
        if sought.count < Self.rememberedCount { sought.insert(id) }
        return true
    }

    /// Whether a fetch is on its way.
    public var isWaiting: Bool { isFetching }

    /// A set has arrived; `age` is the server's max-age, if it named one.
    public mutating func completed(_ set: JSONWebKeySet, age: Duration?, at now: Instant) {
        isFetching = false
        keys = set
        fetchedAt = now
        freshUntil = now + min(max(age ?? Self.standardAge, Self.ages.lowerBound), Self.ages.upperBound)
        hasFailed = false
        unknown = sought.filter { !set.contains($0) }
        unknownUntil = now + Self.rememberedTime
        sought = []
    }

    /// No set has arrived; the one before is used on.
    public mutating func failed(at now: Instant) {
        isFetching = false
        hasFailed = true
        sought = []
    }

    private mutating func begin(at now: Instant) -> Bool {
        guard !isFetching, nextAttempt.map({ now >= $0 }) ?? true else { return false }
        isFetching = true
        nextAttempt = now + Self.pause
        return true
    }
}
