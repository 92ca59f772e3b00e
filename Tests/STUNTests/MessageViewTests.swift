import STUN
import SansIO
import Testing

@Suite struct MessageViewTests {
    private let id = TransactionID(0x0102_0304, 0x0506_0708_090A_0B0C)
    private let key = Array("key".utf8)

    private func request() -> MessageBuilder {
        MessageBuilder(MessageType(.binding, .request), id)
    }

    private func refusal(of bytes: [UInt8]) -> MessageError? {
        do throws(MessageError) {
            _ = try MessageView(bytes.span)
            return nil
        } catch {
            return error
        }
    }

    @Test func acceptsAHeaderAlone() throws {
        let bytes = request().bytes
        let message = try MessageView(bytes.span)
        let (type, transaction) = (message.type, message.transactionID)
        #expect(type == MessageType(.binding, .request) && transaction == id)
        #expect(refusal(of: bytes) == nil)
    }

    @Test func refusesAShortHeader() {
        let bytes = request().bytes
        for count in 0..<20 {
            #expect(refusal(of: Array(bytes[..<count])) == .tooShort(count: count))
        }
    }

    @Test(
        arguments: [
            (0, 0x40, MessageError.notSTUN), (0, 0x80, .notSTUN), (4, 0x20, .noMagicCookie),
            (7, 0x43, .noMagicCookie), (3, 1, .unalignedLength(1)), (3, 2, .unalignedLength(2)),
            (3, 4, .wrongLength(declared: 4, actual: 0)),
            (2, 0xFF, .wrongLength(declared: 0xFF00, actual: 0)),
        ] as [(Int, UInt8, MessageError)]
    )
    func refusesABrokenHeader(_ offset: Int, _ value: UInt8, _ error: MessageError) {
        var bytes = request().bytes
        bytes[offset] = value
        #expect(refusal(of: bytes) == error)
    }

    @Test func refusesBytesBehindTheMessage() {
        #expect(
            refusal(of: request().bytes + [0, 0, 0, 0]) == .wrongLength(declared: 0, actual: 4)
        )
    }

    @Test func refusesAnAttributeThatRunsOverTheEnd() {
        var message = request()
        message.appendRaw(type: .software, value: [1, 2, 3, 4])
        var bytes = message.bytes
        for length in [5, 8, 0xFF] as [UInt8] {
            bytes[23] = length
            #expect(refusal(of: bytes) == .attributeOverrun(offset: 20))
        }
        bytes[23] = 0
        // The value is taken for the next header then: type 0x0102, length 0x0304.
        #expect(refusal(of: bytes) == .attributeOverrun(offset: 24))
    }

    @Test func refusesAnOverrunBehindTheIntegrityToo() {
        var message = request()
        message.appendIntegrity(key: key)
        message.appendRaw(type: .software, value: [1])
        var bytes = message.bytes
        bytes[bytes.count - 5] = 9
        #expect(refusal(of: bytes) == .attributeOverrun(offset: 44))
    }

    @Test func takesTheFirstOfSeveralAndAllWhenAsked() throws {
        var message = request()
        let (one, two) = (try #require(Endpoint("10.0.0.1:1")), try #require(Endpoint("10.0.0.2:2")))
        message.append(MappedAddress(one))
        message.append(try #require(Software("odd")))
        message.append(MappedAddress(two))
        let bytes = message.bytes
        let view = try MessageView(bytes.span)
        let (first, all) = (
            try view.attribute(MappedAddress.self), try view.all(MappedAddress.self)
        )
        #expect(first?.endpoint == one && all.map(\.endpoint) == [one, two])
    }

    @Test func tellsWhereAValueLies() throws {
        var message = request()
        message.appendRaw(type: .software, value: [1, 2, 3])
        message.appendRaw(type: .nonce, value: [4, 5, 6, 7, 8])
        let bytes = message.bytes
        let view = try MessageView(bytes.span)
        let (software, nonce, realm) = (
            view.value(of: .software), view.value(of: .nonce), view.value(of: .realm)
        )
        #expect(software == 24..<27 && nonce == 32..<37 && realm == nil)
        let (hasNonce, hasRealm) = (view.contains(.nonce), view.contains(.realm))
        #expect(hasNonce && !hasRealm)
    }

    @Test func throwsForABrokenValueOnlyWhenItIsAskedFor() throws {
        var message = request()
        message.appendRaw(type: .xorMappedAddress, value: [0, 9])
        let bytes = message.bytes
        #expect(throws: AttributeError.wrongLength(2)) {
            try MessageView(bytes.span).attribute(XORMappedAddress.self)
        }
        #expect(throws: AttributeError.wrongLength(2)) {
            try MessageView(bytes.span).all(XORMappedAddress.self)
        }
        let software = try MessageView(bytes.span).attribute(Software.self)
        #expect(software == nil)
    }

    @Test func listsUnknownRequiredAttributesOnce() throws {
        var message = request()
        for type in [0x7F01, 0x8F01, 0x7F02, 0x7F01, 0x0006] as [UInt16] {
            message.appendRaw(type: AttributeType(rawValue: type), value: [1])
        }
        message.appendIntegrity(key: key)
        message.appendRaw(type: AttributeType(rawValue: 0x7F03), value: [1])
        let bytes = message.bytes
        let unknown = try MessageView(bytes.span).unknownAttributes { $0.rawValue < 0x0100 }
        #expect(unknown.map(\.rawValue) == [0x7F01, 0x7F02])
    }

    @Test func namesEachOfManyUnknownAttributesOnce() throws {
        var message = request()
        let types = Array(0x2000..<UInt16(0x3000))
        for type in types + types { message.appendRaw(type: AttributeType(rawValue: type), value: []) }
        let bytes = message.bytes
        let view = try MessageView(bytes.span)
        let unknown = view.unknownAttributes { _ in false }
        #expect(unknown.map(\.rawValue) == types)
        let (hasSome, hasNone) = (
            view.hasUnknownAttributes { $0.rawValue != 0x2FFF }, view.hasUnknownAttributes { _ in true }
        )
        #expect(hasSome && !hasNone)
    }
}
