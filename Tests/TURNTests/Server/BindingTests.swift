import STUN
import SansIO
import TURN
import Testing

/// Binding, as the server answers it beside TURN: RFC 8489 §12.
struct BindingTests {
    @Test(arguments: TransportProtocol.allCases)
    func tellsTheClientItsAddress(transport: TransportProtocol) throws {
        let client = try ScriptedClient(of: ServerUnderTest(), transport: transport)
        let answer = try #require(try client.exchange(try client.request(.binding, signed: false)))
        #expect(answer.isSuccess)
        #expect(answer.attribute(XORMappedAddress.self)?.endpoint == client.endpoint)
        #expect(answer.bytes.count == 32)
    }

    @Test func namesWhatItDoesNotKnow() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let type = AttributeType(rawValue: 0x7F01)
        let request = try client.request(.binding, signed: false) { $0.appendRaw(type: type, value: []) }
        let answer = try #require(try client.exchange(request))
        #expect(answer.code == 420)
        #expect(answer.attribute(UnknownAttributes.self)?.types == [type])
    }

    @Test func aWrongFingerprintIsNotAnswered() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        var builder = MessageBuilder(MessageType(.binding, .request), client.makeTransactionID())
        builder.appendFingerprint()
        var bytes = builder.bytes
        #expect(try client.exchange(bytes)?.isSuccess == true)
        bytes[27] ^= 1
        #expect(try client.exchange(bytes) == nil)
    }

    @Test func anIndicationKeepsTheMappingAliveAndIsNotAnswered() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let bytes = MessageBuilder(MessageType(.binding, .indication), client.makeTransactionID()).bytes
        #expect(try client.exchange(bytes) == nil)
    }

    @Test func behaviourIsDiscoveredAtItsEndpointsOnly() throws {
        let discovery = DiscoveryEndpoints(primary: ServerUnderTest.v4, alternatePort: 3479)
        let server = try ServerUnderTest { $0.discovery = [try #require(discovery)] }
        let client = try ScriptedClient(of: server)
        let request = try client.request(.binding, signed: false) {
            $0.append(ChangeRequest(address: false, port: true))
        }
        // The answer comes from the other port.
        client.transmit(request)
        let answer = server.takeMessages(
            to: FiveTuple(.udp, client: client.endpoint, server: Endpoint(ServerUnderTest.v4.address, 3479))
        )
        #expect(answer.count == 1)
        let elsewhere = try ScriptedClient(of: server, to: Endpoint(ServerUnderTest.v4.address, 443))
        #expect(try elsewhere.exchange(request)?.code == 420)
    }
}
