import STUN
import SansIO
import Testing

@Suite struct RFC5769Tests {
    private let password = Array("VOkJxbRl1RmTxUk/WvJxBt".utf8)

    @Test func readsAndVerifiesTheSampleRequest() throws {
        let bytes = try Fixture.message("rfc5769-request")
        let message = try MessageView(bytes.span)
        let (type, id) = (message.type, message.transactionID)
        #expect(type == MessageType(.binding, .request))
        #expect(id == TransactionID(0xB7E7_A701, 0xBC34_D686_FA87_DFAE))
        let software = try message.attribute(Software.self)
        #expect(software?.text == "STUN test client")
        let username = try message.attribute(Username.self)
        #expect(username?.text == "evtj:h6vY")
        let (isAuthentic, isIntact) = (
            message.verifyIntegrity(key: password.span), message.verifyFingerprint()
        )
        #expect(isAuthentic && isIntact)
        let unknown = message.unknownAttributes { $0 == .username || $0 == .messageIntegrity }
        #expect(unknown == [AttributeType(rawValue: 0x0024)])
    }

    @Test(arguments: [
        ("rfc5769-response-ipv4", "192.0.2.1:32853"),
        ("rfc5769-response-ipv6", "[2001:db8:1234:5678:11:2233:4455:6677]:32853"),
    ])
    func readsAndVerifiesTheSampleResponses(_ name: String, _ mapped: String) throws {
        let bytes = try Fixture.message(name)
        let message = try MessageView(bytes.span)
        let type = message.type
        #expect(type == MessageType(.binding, .success))
        let address = try message.attribute(XORMappedAddress.self)
        #expect(address?.endpoint == Endpoint(mapped))
        let software = try message.attribute(Software.self)
        #expect(software?.text == "test vector")
        let (isAuthentic, isIntact) = (
            message.verifyIntegrity(key: password.span), message.verifyFingerprint()
        )
        #expect(isAuthentic && isIntact)
    }

    @Test func verifiesTheSampleRequestWithLongTermAuthentication() throws {
        let bytes = try Fixture.message("rfc5769-request-long-term")
        let message = try MessageView(bytes.span)
        let username = try #require(try message.attribute(Username.self)).text
        let realm = try #require(try message.attribute(Realm.self)).text
        let nonce = try #require(try message.attribute(Nonce.self))
        #expect(username == "\u{30DE}\u{30C8}\u{30EA}\u{30C3}\u{30AF}\u{30B9}")
        #expect(nonce == Nonce("f//499k954d6OL34oL9FSTvy64sA"))
        let key = try #require(LongTermKey(username: username, realm: realm, password: "TheMatrIX"))
        let (isAuthentic, hasFingerprint) = (message.verifyIntegrity(key: key), message.hasFingerprint)
        #expect(isAuthentic && !hasFingerprint)
    }

    /// The RFC pads with spaces, we with zeros; apart from that the sample is built byte for byte.
    @Test func buildsTheSampleResponseButForItsPadding() throws {
        let sample = try Fixture.message("rfc5769-response-ipv4")
        var message = MessageBuilder(
            MessageType(.binding, .success),
            TransactionID(0xB7E7_A701, 0xBC34_D686_FA87_DFAE)
        )
        message.append(try #require(Software("test vector")))
        message.append(XORMappedAddress(try #require(Endpoint("192.0.2.1:32853"))))
        #expect(message.bytes.count == 48)
        #expect(message.bytes[20..<35] == sample[20..<35] && message.bytes[36...] == sample[36..<48])
    }

    @Test func buildsTheLongTermSampleByteForByte() throws {
        let sample = try Fixture.message("rfc5769-request-long-term")
        let user = "\u{30DE}\u{30C8}\u{30EA}\u{30C3}\u{30AF}\u{30B9}"
        var message = MessageBuilder(
            MessageType(.binding, .request),
            TransactionID(0x78AD_3433, 0xC6AD_72C0_29DA_412E)
        )
        message.append(try #require(Username(user)))
        message.append(try #require(Nonce("f//499k954d6OL34oL9FSTvy64sA")))
        message.append(try #require(Realm("example.org")))
        message.appendIntegrity(
            key: try #require(LongTermKey(username: user, realm: "example.org", password: "TheMatrIX"))
        )
        #expect(message.bytes == sample)
    }
}
