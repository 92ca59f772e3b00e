import Cryptography
import JSON
import SansIO
import TestTokens
import Testing

struct KeySetCacheTests {
    /// The cache behind a reference, so that expectations can change it.
    private final class Cache {
        private var cache = KeySetCache()
        private(set) var fetches = 0

        var isWaiting: Bool { cache.isWaiting }
        func keys(at now: Instant) -> JSONWebKeySet? { cache.keys(at: now) }
        func startFetch(at now: Instant) -> Bool { cache.startFetch(at: now) }
        func failed(at now: Instant) { cache.failed(at: now) }

        func completed(_ set: JSONWebKeySet, age: Duration?, at now: Instant) {
            cache.completed(set, age: age, at: now)
        }

        func mayCome(_ id: String, at now: Instant) -> Bool {
            var starts = false
            let mayCome = cache.mayCome(id, at: now, startsFetch: &starts)
            fetches += starts ? 1 : 0
            return mayCome
        }
    }

    private let start = Instant(nanoseconds: 0)

    private static func set(_ id: String) throws -> JSONWebKeySet {
        let key = try TokenSigner(.es256, keyID: id).jsonWebKey
        return try JSONWebKeySet(decoding: Array(JSONText.line(["keys": [key]] as JSONValue).utf8))
    }

    private static func ids(_ cache: Cache, _ now: Instant) -> [String?]? {
        cache.keys(at: now)?.keys.map(\.id)
    }

    @Test func fetchesOnceAndAgainWhenTheSetIsOld() throws {
        let cache = Cache()
        #expect(cache.startFetch(at: start))
        #expect(!cache.startFetch(at: start))
        #expect(cache.isWaiting)
        cache.completed(try Self.set("one"), age: nil, at: start + .seconds(1))
        #expect(Self.ids(cache, start + .seconds(1)) == ["one"])
        #expect(!cache.startFetch(at: start + .seconds(600)))
        #expect(cache.startFetch(at: start + .seconds(601)))
    }

    @Test(arguments: [(0, 60), (60, 60), (300, 300), (86_400, 3600)])
    func bindsTheServersAge(_ named: Int, _ used: Int) throws {
        let cache = Cache()
        #expect(cache.startFetch(at: start))
        cache.completed(try Self.set("one"), age: .seconds(named), at: start)
        #expect(!cache.startFetch(at: start + .seconds(used) - .nanoseconds(1)))
        #expect(cache.startFetch(at: start + .seconds(used)))
    }

    @Test func fetchesOnceForAnUnknownKey() throws {
        let cache = Cache()
        #expect(cache.startFetch(at: start))
        cache.completed(try Self.set("one"), age: nil, at: start)
        let later = start + .seconds(20)
        #expect(cache.mayCome("two", at: later))
        #expect(cache.mayCome("two", at: later))
        #expect(cache.fetches == 1)
        cache.completed(try Self.set("two"), age: nil, at: later)
        #expect(Self.ids(cache, later) == ["two"])
        // Now for one that never comes.
        let last = later + .seconds(20)
        #expect(cache.mayCome("three", at: last))
        cache.completed(try Self.set("two"), age: nil, at: last)
        #expect(!cache.mayCome("three", at: last + .seconds(59)))
        #expect(cache.fetches == 2)
        // It may have been published late.
        #expect(cache.mayCome("three", at: last + .seconds(60)))
        #expect(cache.fetches == 3)
    }

    @Test func isNotDrivenByInventedKeys() throws {
        let cache = Cache()
        #expect(cache.startFetch(at: start))
        let set = try Self.set("one")
        cache.completed(set, age: nil, at: start)
        for millisecond in 0..<100_000 {
            let now = start + .milliseconds(millisecond)
            if cache.mayCome("invented-\(millisecond)", at: now) { cache.completed(set, age: nil, at: now) }
        }
        #expect(cache.fetches == 9)
    }

    @Test func usesAnOldSetForADayWhileNoneComes() throws {
        let cache = Cache()
        #expect(cache.startFetch(at: start))
        cache.completed(try Self.set("one"), age: nil, at: start)
        let old = start + .seconds(700)
        #expect(Self.ids(cache, old) == nil)
        #expect(cache.startFetch(at: old))
        #expect(Self.ids(cache, old) == nil)
        cache.failed(at: old)
        #expect(Self.ids(cache, old) == ["one"])
        #expect(!cache.startFetch(at: old + .seconds(9)))
        #expect(cache.startFetch(at: old + .seconds(10)))
        #expect(cache.keys(at: start + .seconds(86_400)) == nil)
    }
}
