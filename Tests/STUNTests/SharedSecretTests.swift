import STUN
import Testing

@Suite struct SharedSecretTests {
    /// HMAC-SHA1 of RFC 2202 §3, test case 2, as base64.
    @Test func derivesAPasswordFromAUserName() throws {
        let secret = try #require(SharedSecret("Jefe"))
        #expect(secret.password(for: "what do ya want for nothing?") == "7/zfauXrL6LSdBbV8YTfnCWafHk=")
    }

    @Test func isNeverEmpty() {
        #expect(SharedSecret("") == nil && SharedSecret([]) == nil)
    }

    @Test func derivesDifferentKeysForDifferentPurposes() throws {
        let (one, two) = (try #require(SharedSecret("one")), try #require(SharedSecret("two")))
        #expect(Set([one.key(for: "a"), one.key(for: "b"), two.key(for: "a")]).count == 3)
    }

    @Test func doesNotShowItself() throws {
        let secret = try #require(SharedSecret("topsecret"))
        var dumped = ""
        dump([secret], to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped] {
            #expect(text.contains("redacted") && !text.contains("topsecret") && !text.contains("116"))
        }
    }
}
