import STUN
import SansIO
import TURN
import Testing

/// How much a stranger can have sent to somebody else, per byte of its own.
struct AmplificationTests {
    /// Bytes in and out for one datagram.
    private func exchange(
        _ bytes: [UInt8],
        realm: String = ServerUnderTest.realm
    ) throws -> (sent: Int, received: Int) {
        let server = try ServerUnderTest { $0.realm = try #require(Realm(realm)) }
        let client = try ScriptedClient(of: server)
        client.transmit(bytes)
        return (bytes.count, client.receivedBytes().reduce(0) { $0 + $1.count })
    }

    private func bare(_ method: STUN.Method) -> MessageBuilder {
        MessageBuilder(MessageType(method, .request), TransactionID(1, 2))
    }

    /// 32 for 20 bytes: 1.6.
    @Test func ofABinding() throws {
        let (sent, received) = try exchange(bare(.binding).bytes)
        #expect(sent == 20)
        #expect(received == 32)
    }

    /// The header, ERROR-CODE, REALM, NONCE and PASSWORD-ALGORITHMS, and not a byte more: 92 for 20 bytes
    /// with a realm of 13, 80 with one of 4.
    @Test(arguments: [STUN.Method.allocate, .refresh, .createPermission, .channelBind])
    func ofABareRequest(method: STUN.Method) throws {
        let (sent, received) = try exchange(bare(method).bytes)
        #expect(sent == 20)
        #expect(received == 20 + 8 + (4 + 16) + (4 + 28) + (4 + 8))
    }

    /// 92 for 28 bytes; 80, that is less than three times, with a realm of 4.
    @Test func ofAnAllocateAsClientsSendIt() throws {
        var builder = bare(.allocate)
        builder.append(RequestedTransport.udp)
        #expect(builder.bytes.count == 28)
        #expect(try exchange(builder.bytes).received == 92)
        #expect(try exchange(builder.bytes, realm: "cast").received == 80)
    }

    @Test func ofAnythingElse() throws {
        var random = SeededRandom(seed: 45)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(try exchange(bytes).received == 0)
        }
        let indication = MessageBuilder(MessageType(.send, .indication), TransactionID(1, 2)).bytes
        #expect(try exchange(indication).received == 0)
    }

    @Test func ofUnknownAttributes() throws {
        var builder = bare(.binding)
        for type in UInt16(0x2000)..<0x2040 {
            builder.appendRaw(type: AttributeType(rawValue: type), value: [])
        }
        let (sent, received) = try exchange(builder.bytes)
        #expect(received <= sent)
    }

    @Test func ofAForgedSignature() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        client.password = "guess"
        let (sent, received) = try exchange(try client.allocateRequest())
        #expect(received <= sent)
    }
}
