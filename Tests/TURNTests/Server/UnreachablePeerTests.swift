import STUN
import SansIO
import TURN
import Testing

/// What ICMP says about a peer: RFC 8656 §11.5 and §18.13.
struct UnreachablePeerTests {
    @Test(arguments: 0...40)
    func theClientIsToldOfSomeTypesOnly(type: Int) throws {
        let server = try ServerUnderTest()
        let v4 = try ScriptedClient(of: server)
        let relayed = try v4.relayedAddress()
        try v4.permit(.peer)
        let error = ICMPError(type: UInt8(type), code: 4, data: 1280)
        server.receiveICMP(error, about: .peer, atRelayed: relayed)
        #expect(v4.received() == ([3, 11].contains(type) ? [.unreachable(.peer, error)] : []))
        let v6 = try ScriptedClient(of: server, port: 5001)
        let relayedV6 = try v6.relayedAddress(family: .ipv6)
        try v6.permit(.peerV6)
        server.receiveICMP(error, about: .peerV6, atRelayed: relayedV6)
        #expect(v6.received() == ((1...3).contains(type) ? [.unreachable(.peerV6, error)] : []))
    }

    @Test func hasNoDataAttribute() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        try client.permit(.peer)
        server.receiveICMP(ICMPError(type: 3, code: 1), about: .peer, atRelayed: relayed)
        let bytes = try #require(client.receivedBytes().first)
        let indication = Answer(bytes: bytes)
        #expect(indication.attribute(DataAttribute.self) == nil)
        #expect(indication.attribute(ICMPAttribute.self)?.message == ICMPError(type: 3, code: 1))
        // 16 bits reserved, 7 bits type, 9 bits code, 32 bits data.
        #expect(Array(bytes.suffix(12)) == [0x80, 0x04, 0, 8, 0, 0, 3 << 1, 1, 0, 0, 0, 0])
    }

    @Test func isNotToldWithoutAPermission() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        try client.permit(.peer)
        server.receiveICMP(ICMPError(type: 3, code: 1), about: .otherPeer, atRelayed: relayed)
        server.advance(by: .seconds(300))
        server.receiveICMP(ICMPError(type: 3, code: 1), about: .peer, atRelayed: relayed)
        #expect(client.received().isEmpty)
    }

    @Test func neverEndsAnAllocation() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        try client.bind(0x4000, to: .peer)
        for _ in 0..<1000 {
            server.receiveICMP(ICMPError(type: 3, code: 3), about: .peer, atRelayed: relayed)
        }
        #expect(client.received().count == 1000)
        client.sendChannelData([1], on: 0x4000)
        server.receiveFromPeer([2], from: .peer, atRelayed: relayed)
        #expect(server.takePeerDatagrams().count == 1)
        #expect(client.received() == [.channelData([2], channel: 0x4000)])
    }
}
