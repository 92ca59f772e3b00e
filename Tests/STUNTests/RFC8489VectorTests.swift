import STUN
import Testing

@Suite struct RFC8489VectorTests {
    private let user = "\u{30DE}\u{30C8}\u{30EA}\u{30C3}\u{30AF}\u{30B9}"

    private func key() throws -> LongTermKey {
        try #require(
            LongTermKey(username: user, realm: "example.org", password: "TheMatrIX", algorithm: .sha256)
        )
    }

    @Test func readsAndVerifiesTheSampleOfAppendixB() throws {
        let bytes = try Fixture.message("rfc8489-request-sha256")
        let message = try MessageView(bytes.span)
        let hash = try message.attribute(UserHash.self)
        #expect(hash == UserHash(username: user, realm: "example.org"))
        let algorithm = try message.attribute(PasswordAlgorithm.self)
        #expect(algorithm == .sha256)
        let nonce = try #require(try message.attribute(Nonce.self))
        #expect(SecurityFeatures(nonce: nonce) == .usernameAnonymity)
        let (kind, isAuthentic) = (message.integrity, message.verifyIntegrity(key: try key()))
        #expect(kind == .sha256 && isAuthentic)
    }

    @Test func buildsTheSampleOfAppendixBByteForByte() throws {
        var message = MessageBuilder(
            MessageType(.binding, .request),
            TransactionID(0x78AD_3433, 0xC6AD_72C0_29DA_412E)
        )
        message.append(UserHash(username: user, realm: "example.org"))
        message.append(try #require(Nonce("obMatJos2AAACf//499k954d6OL34oL9FSTvy64sA")))
        message.append(try #require(Realm("example.org")))
        message.append(PasswordAlgorithm.sha256)
        message.appendIntegritySHA256(key: try key())
        #expect(message.bytes == (try Fixture.message("rfc8489-request-sha256")))
    }
}
