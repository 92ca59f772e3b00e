import STUN
import SansIO
import Testing

@Suite struct BindingResponseTests {
    private let id = TransactionID(7, 8)
    private let one = Endpoint(IPAddress(198, 51, 100, 7), 1)
    private let two = Endpoint(IPAddress(198, 51, 100, 8), 2)

    private func read(_ message: MessageBuilder) throws -> BindingResponse? {
        let bytes = message.bytes
        return BindingResponse(try MessageView(bytes.span), to: id)
    }

    @Test func prefersTheMaskedAddress() throws {
        var message = MessageBuilder(MessageType(.binding, .success), id)
        message.append(MappedAddress(one))
        #expect(try read(message) == .mapped(client: one, origin: nil, other: nil))
        message.append(XORMappedAddress(two))
        #expect(try read(message) == .mapped(client: two, origin: nil, other: nil))
    }

    @Test func needsAnAddress() throws {
        #expect(try read(MessageBuilder(MessageType(.binding, .success), id)) == nil)
        var message = MessageBuilder(MessageType(.binding, .success), id)
        message.appendRaw(type: .xorMappedAddress, value: [0])
        message.append(MappedAddress(one))
        #expect(try read(message) == nil)
    }

    @Test func needsToUnderstandWhatMustBeUnderstood() throws {
        var message = MessageBuilder(MessageType(.binding, .success), id)
        message.append(XORMappedAddress(one))
        message.appendRaw(type: AttributeType(rawValue: 0x7F01), value: [])
        #expect(try read(message) == nil)
    }

    @Test func isOneForThisTransaction() throws {
        var message = MessageBuilder(MessageType(.binding, .success), TransactionID(7, 9))
        message.append(XORMappedAddress(one))
        #expect(try read(message) == nil)
        #expect(try read(MessageBuilder(MessageType(.binding, .request), id)) == nil)
    }

    @Test func aRefusalNeedsACode() throws {
        var message = MessageBuilder(MessageType(.binding, .error), id)
        #expect(try read(message) == nil)
        message.append(ErrorCode.badRequest)
        #expect(try read(message) == .refused(.badRequest, unknown: []))
    }
}
