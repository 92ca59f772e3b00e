import Testing

@testable import RelayDemo

@Suite struct CredentialTests {
    @Test func readsWhatMintPrints() {
        let json = #"{"username":"1796086759:demo","credential":"abc=","ttl":46800,"expires":1796086759}"#
        #expect(Credential(json: json) == Credential(username: "1796086759:demo", credential: "abc="))
    }

    @Test func isNilForAnythingElse() {
        #expect(Credential(json: "placeholder") == nil)
        #expect(Credential(json: #"{"username":"only"}"#) == nil)
    }
}
