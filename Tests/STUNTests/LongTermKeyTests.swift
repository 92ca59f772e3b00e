import STUN
import SansIO
import Testing

@Suite struct LongTermKeyTests {
    /// RFC 8489 §9.2.2: the key of user "user", realm "realm", password "pass".
    @Test func matchesTheExampleInTheRFC() throws {
        let key = try #require(LongTermKey(username: "user", realm: "realm", password: "pass"))
        #expect(HexEncoding.encode(key.bytes) == "8493fbc53ba582fb4c044c456bdc40eb")
    }

    @Test func isLongerWithSHA256() throws {
        let key = try #require(
            LongTermKey(username: "user", realm: "realm", password: "pass", algorithm: .sha256)
        )
        #expect(key.bytes.count == 32)
    }

    @Test func doesNotExistForAnUnknownAlgorithm() {
        let algorithm = PasswordAlgorithm(number: 3)
        #expect(LongTermKey(username: "u", realm: "r", password: "p", algorithm: algorithm) == nil)
    }

    @Test func doesNotShowItself() throws {
        let key = try #require(LongTermKey(username: "user", realm: "realm", password: "pass"))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(text.contains("redacted") && !text.contains("132") && !text.contains("0x84"))
        }
    }
}
