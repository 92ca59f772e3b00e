import STUN
import SansIO
import Testing

@Suite struct NonceIssuerTests {
    private let issuer = NonceIssuer(keys: [[1, 2, 3]], lifetime: .seconds(600), features: [])
    private let client = Endpoint(IPAddress(192, 0, 2, 7), 40_000)
    /// A multiple of 16, so that steps can be counted.
    private let start = UnixTime(seconds: 1_600_000_000)

    private func verdict(
        _ nonce: [UInt8],
        _ client: Endpoint,
        after seconds: Int,
        by issuer: NonceIssuer
    ) -> NonceVerdict {
        issuer.check(nonce.span, from: client, at: start + .seconds(seconds))
    }

    @Test func isTwentyFiveCharactersWithTheCookie() {
        let issuer = NonceIssuer(keys: [[1]], lifetime: .seconds(600), features: .passwordAlgorithms)
        let nonce = issuer.issue(to: client, at: start)
        #expect(nonce.count == 25 && nonce.starts(with: Array("obMatJos2AAAB".utf8)))
        #expect(nonce.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") })
        #expect(SecurityFeatures(nonce: nonce.span) == .passwordAlgorithms)
    }

    @Test func isFreshForItsLifetime() {
        let nonce = issuer.issue(to: client, at: start)
        for (seconds, expected) in [
            (0, NonceVerdict.fresh), (1, .fresh), (600, .fresh), (623, .fresh), (624, .stale), (3600, .stale),
        ] {
            #expect(verdict(nonce, client, after: seconds, by: issuer) == expected, "\(seconds) s")
        }
    }

    @Test func toleratesAClockThatIsAheadBySomeSeconds() {
        let nonce = issuer.issue(to: client, at: start)
        #expect(verdict(nonce, client, after: -32, by: issuer) == .fresh)
        #expect(verdict(nonce, client, after: -33, by: issuer) == .stale)
        #expect(verdict(nonce, client, after: -3600, by: issuer) == .stale)
    }

    /// After 65,536 steps of 16 seconds the stamp is the same again.
    @Test func isNotFreshAgainWhenTheStampHasGoneRound() {
        let nonce = issuer.issue(to: client, at: start)
        let round = 65_536 * 16
        let later = issuer.issue(to: client, at: start + .seconds(round))
        #expect(nonce != later)
        #expect(verdict(nonce, client, after: round, by: issuer) == .stale)
        #expect(verdict(later, client, after: round, by: issuer) == .fresh)
    }

    @Test func isBoundToAddressAndPort() {
        let nonce = issuer.issue(to: client, at: start)
        let others = [
            Endpoint(client.address, client.port + 1), Endpoint(IPAddress(192, 0, 2, 8), client.port),
            Endpoint(IPAddress(v6: 0, client.address.low), client.port),
        ]
        for other in others {
            #expect(verdict(nonce, other, after: 0, by: issuer) == .stale)
            #expect(issuer.issue(to: other, at: start) != nonce)
        }
    }

    @Test func isAcceptedUnderAnyKeyOfARotation() {
        let rotated = NonceIssuer(keys: [[9], [1, 2, 3]], lifetime: .seconds(600), features: [])
        let old = issuer.issue(to: client, at: start)
        let new = rotated.issue(to: client, at: start)
        #expect(verdict(old, client, after: 0, by: rotated) == .fresh)
        #expect(verdict(new, client, after: 0, by: rotated) == .fresh)
        #expect(verdict(new, client, after: 0, by: issuer) == .stale)
    }

    @Test func isStaleWhereOtherFeaturesAreAnnounced() {
        let other = NonceIssuer(keys: [[1, 2, 3]], lifetime: .seconds(600), features: .usernameAnonymity)
        let nonce = issuer.issue(to: client, at: start)
        #expect(verdict(nonce, client, after: 0, by: other) == .stale)
    }

    @Test func isStaleWhenAnyCharacterChanges() {
        let nonce = issuer.issue(to: client, at: start)
        for index in nonce.indices {
            var changed = nonce
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(verdict(changed, client, after: 0, by: issuer) == .stale, "character \(index)")
        }
        for count in 0..<25 {
            #expect(verdict(Array(nonce[..<count]), client, after: 0, by: issuer) == .stale)
        }
        #expect(verdict(nonce + [65], client, after: 0, by: issuer) == .stale)
    }

    @Test func agreesBetweenServersWithTheSameSecrets() throws {
        let secrets = [try #require(SharedSecret("a")), try #require(SharedSecret("b"))]
        let one = NonceIssuer(secrets: secrets, lifetime: .seconds(60), features: [])
        let two = NonceIssuer(secrets: secrets.reversed(), lifetime: .seconds(60), features: [])
        #expect(verdict(one.issue(to: client, at: start), client, after: 10, by: two) == .fresh)
    }

    @Test func survivesTimesAtTheEndsOfTheClock() {
        for seconds in [Int64.min, -1, 0, 1, .max] {
            let time = UnixTime(seconds: seconds)
            let nonce = issuer.issue(to: client, at: time)
            let verdict = issuer.check(nonce.span, from: client, at: time)
            #expect(verdict == .fresh)
        }
    }
}
