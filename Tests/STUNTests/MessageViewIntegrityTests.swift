import Cryptography
import STUN
import Testing

@Suite struct MessageViewIntegrityTests {
    private let key = Array("key".utf8)
    private let otherKey = Array("other".utf8)

    private func request() throws -> MessageBuilder {
        var message = MessageBuilder(MessageType(.binding, .request), TransactionID(1, 2))
        message.append(try #require(Username("user")))
        return message
    }

    /// What a receiver with this key makes of the message.
    private func verdict(_ bytes: [UInt8], _ key: [UInt8]) throws -> Bool {
        try MessageView(bytes.span).verifyIntegrity(key: key.span)
    }

    @Test func verifiesWhatWasBuilt() throws {
        var message = try request()
        message.appendIntegrity(key: key)
        #expect(try verdict(message.bytes, key))
        #expect(try !verdict(message.bytes, otherKey))
        message = try request()
        message.appendIntegritySHA256(key: key)
        #expect(try verdict(message.bytes, key))
        #expect(try !verdict(message.bytes, otherKey))
    }

    @Test func noIntegrityIsNotAuthentic() throws {
        let bytes = try request().bytes
        #expect(try !verdict(bytes, key))
        #expect(try !verdict(bytes, []))
        let message = try MessageView(bytes.span)
        let (kind, hasBytes) = (message.integrity, message.integrityBytes != nil)
        #expect(kind == nil && !hasBytes)
    }

    @Test func everyBitBeforeTheCodeIsProtected() throws {
        var message = try request()
        message.appendIntegrity(key: key)
        for index in message.bytes.indices {
            for bit in 0..<8 {
                var bytes = message.bytes
                bytes[index] ^= 1 << UInt8(bit)
                guard let view = try? MessageView(bytes.span) else { continue }
                let isAuthentic = view.verifyIntegrity(key: key.span)
                #expect(!isAuthentic, "byte \(index) bit \(bit)")
            }
        }
    }

    @Test func aFingerprintBehindDoesNotDisturbIntegrity() throws {
        var message = try request()
        message.appendIntegrity(key: key)
        message.appendIntegritySHA256(key: otherKey)
        message.appendFingerprint()
        let bytes = message.bytes
        let view = try MessageView(bytes.span)
        let (kind, hasFingerprint, isIntact) = (
            view.integrity, view.hasFingerprint, view.verifyFingerprint()
        )
        #expect(kind == .both && hasFingerprint && isIntact)
    }

    /// RFC 8489 §9.1.3 and §9.2.4.
    @Test func theSHA256CodeDecidesWhereBothArePresent() throws {
        var message = try request()
        message.appendIntegrity(key: key)
        message.appendIntegritySHA256(key: otherKey)
        #expect(try verdict(message.bytes, otherKey))
        #expect(try !verdict(message.bytes, key))
    }

    @Test(arguments: [0, 4, 12, 15, 16, 17, 20, 24, 28, 31, 32, 33, 36])
    func acceptsTruncationToSixteenBytesOrMore(_ length: Int) throws {
        var whole = try request()
        // The length field counts the truncated attribute, so the code depends on it.
        let padded = (length + 3) & ~3
        whole.appendRaw(type: .messageIntegritySHA256, value: [UInt8](repeating: 0, count: length))
        var covered = whole.bytes
        covered.removeLast(padded + 4)
        let code = HMAC.sha256(covered.span, key: key.span)
        var bytes = whole.bytes
        for index in 0..<min(length, 32) { bytes[covered.count + 4 + index] = code[index] }
        #expect(try verdict(bytes, key) == [16, 20, 24, 28, 32].contains(length))
    }

    @Test(arguments: [0, 16, 19, 21, 24])
    func refusesASHA1CodeOfAnotherLength(_ length: Int) throws {
        var message = try request()
        message.appendRaw(type: .messageIntegrity, value: [UInt8](repeating: 0, count: length))
        #expect(try !verdict(message.bytes, key))
    }

    /// RFC 8489 §14.5: unauthenticated attributes must not be obeyed.
    @Test func attributesBehindTheIntegrityAreIgnored() throws {
        var message = try request()
        message.appendIntegrity(key: key)
        message.append(try #require(Realm("evil")))
        message.append(try #require(Username("mallory")))
        let bytes = message.bytes
        let view = try MessageView(bytes.span)
        let (realm, users) = (try view.attribute(Realm.self), try view.all(Username.self))
        #expect(realm == nil && users.map(\.text) == ["user"])
        let (isAuthentic, hasRealm, range) = (
            view.verifyIntegrity(key: key.span), view.contains(.realm), view.value(of: .realm)
        )
        #expect(isAuthentic && !hasRealm && range == nil)
    }

    /// RFC 8489 §14.6: MESSAGE-INTEGRITY behind MESSAGE-INTEGRITY-SHA256 is ignored like all others.
    @Test func aSHA1CodeBehindTheSHA256CodeIsIgnored() throws {
        var message = try request()
        message.appendIntegritySHA256(key: key)
        message.appendIntegrity(key: otherKey)
        let bytes = message.bytes
        let view = try MessageView(bytes.span)
        let (kind, isAuthentic) = (view.integrity, view.verifyIntegrity(key: key.span))
        #expect(kind == .sha256 && isAuthentic)
    }

    @Test func theFirstOfTwoEqualIntegrityAttributesCounts() throws {
        var message = try request()
        message.appendIntegrity(key: key)
        message.appendIntegrity(key: otherKey)
        #expect(try verdict(message.bytes, key))
        #expect(try !verdict(message.bytes, otherKey))
    }

    @Test func theCodeIdentifiesARetransmission() throws {
        var message = try request()
        message.appendIntegrity(key: key)
        let bytes = message.bytes
        let view = try MessageView(bytes.span)
        guard let span = view.integrityBytes else {
            Issue.record("there is no code")
            return
        }
        let code = [UInt8](copying: span)
        #expect(code == Array(bytes.suffix(20)))
    }

    @Test func aFingerprintMustBeLast() throws {
        var message = try request()
        message.appendFingerprint()
        let right = message.bytes
        message.appendRaw(type: .software, value: [])
        for (bytes, isIntact) in [(right, true), (message.bytes, false)] {
            let view = try MessageView(bytes.span)
            let (hasFingerprint, verdict) = (view.hasFingerprint, view.verifyFingerprint())
            #expect(hasFingerprint && verdict == isIntact)
        }
    }

    @Test func aFingerprintOfAnotherLengthIsWrong() throws {
        for length in [0, 3, 5, 8] {
            var message = try request()
            message.appendRaw(type: .fingerprint, value: [UInt8](repeating: 0, count: length))
            let bytes = message.bytes
            let isIntact = try MessageView(bytes.span).verifyFingerprint()
            #expect(!isIntact)
        }
    }

    @Test func everyBitIsInTheFingerprint() throws {
        var message = try request()
        message.appendFingerprint()
        for index in message.bytes.indices {
            var bytes = message.bytes
            bytes[index] ^= 0x10
            guard let view = try? MessageView(bytes.span) else { continue }
            let isIntact = view.verifyFingerprint()
            #expect(!isIntact, "byte \(index)")
        }
    }
}
