import Cryptography
import SansIO

/// How many credentials one user and one address get: a signed-in user costs an anonymous sign-in only.
struct MintBudget {
    /// What the settings count by.
    static let period = Duration.seconds(600)
    private static let bucketCount = 16_384

    private var users: TokenBuckets
    private var addresses: TokenBuckets

    init(perUser: Int, perAddress: Int, generator: inout some RandomNumberGenerator, at now: Instant) {
        func buckets(_ count: Int, _ seed: UInt64) -> TokenBuckets {
            TokenBuckets(
                perSecond: Double(count) / (Self.period / .seconds(1)),
                burst: count,
                seed: seed,
                bucketCount: Self.bucketCount,
                at: now
            )
        }
        users = buckets(perUser, generator.next())
        addresses = buckets(perAddress, generator.next())
    }

    /// Counts one credential; returns how long to wait when there is none for the user or the address.
    mutating func take(_ user: UserID, _ address: IPAddress, at now: Instant) -> Duration? {
        if let wait = addresses.take(Endpoint(address.sourceNetwork, 0).flatHash, at: now) { return wait }
        return users.take(user.flatHash, at: now)
    }
}

extension UserID {
    /// FNV-1a of the text; `TokenBuckets` mixes a secret in.
    fileprivate var flatHash: UInt64 {
        description.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
