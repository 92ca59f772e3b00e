import STUN
import SansIO
import TURN
import Testing

/// From a peer to the client: RFC 8656 §11.3 and §12.5.
struct PeerDataTests {
    @Test(arguments: 0...9)
    func comesAsADataIndicationWithoutAChannel(length: Int) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        try client.permit(.peer)
        let data = (0..<length).map { UInt8($0 + 1) }
        server.receiveFromPeer(data, from: .peer, atRelayed: relayed)
        let bytes = try #require(client.receivedBytes().first)
        #expect(Delivery(bytes) == .data(data, from: .peer))
        #expect(bytes.count == 20 + 12 + 4 + (length + 3) / 4 * 4)
        #expect(bytes.suffix(-length & 3).allSatisfy { $0 == 0 }, "padding is zero")
    }

    @Test(arguments: 0...9)
    func ofAnIPv6PeerToo(length: Int) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress(family: .ipv6)
        try client.permit(.peerV6)
        let data = (0..<length).map { UInt8($0 + 1) }
        server.receiveFromPeer(data, from: .peerV6, atRelayed: relayed)
        #expect(client.received() == [.data(data, from: .peerV6)])
    }

    @Test func everyIndicationHasANumberOfItsOwn() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        try client.permit(.peer)
        for _ in 0..<100 { server.receiveFromPeer([1], from: .peer, atRelayed: relayed) }
        let numbers = client.receivedBytes().map { Array($0[8..<20]) }
        #expect(Set(numbers).count == 100)
    }

    @Test(arguments: 0...9)
    func comesUnpaddedOnAChannelOverUDP(length: Int) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        try client.bind(0x4ABC, to: .peer)
        let data = (0..<length).map { UInt8($0 + 1) }
        server.receiveFromPeer(data, from: .peer, atRelayed: relayed)
        #expect(client.receivedBytes() == [[0x4A, 0xBC, 0, UInt8(length)] + data])
    }

    @Test(arguments: 0...9, [TransportProtocol.tcp, .tls])
    func comesPaddedWithZerosOnAChannelOverAStream(length: Int, transport: TransportProtocol) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, transport: transport)
        let relayed = try client.relayedAddress()
        try client.bind(0x4ABC, to: .peer)
        let data = (0..<length).map { UInt8($0 + 1) }
        server.receiveFromPeer(data, from: .peer, atRelayed: relayed)
        let padding = [UInt8](repeating: 0, count: -length & 3)
        #expect(client.receivedBytes() == [[0x4A, 0xBC, 0, UInt8(length)] + data + padding])
    }

    @Test func theLongestDatagramComesOnAChannel() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, transport: .tcp)
        let relayed = try client.relayedAddress()
        try client.bind(0x4000, to: .peer)
        let data = [UInt8](repeating: 9, count: 65_507)
        server.receiveFromPeer(data, from: .peer, atRelayed: relayed)
        #expect(client.received() == [.channelData(data, channel: 0x4000)])
    }

    @Test func theLongestDatagramComesInAnIndication() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, transport: .tcp)
        let relayed = try client.relayedAddress()
        try client.permit(.peer)
        let data = [UInt8](repeating: 9, count: 65_507)
        server.receiveFromPeer(data, from: .peer, atRelayed: relayed)
        #expect(client.received() == [.data(data, from: .peer)])
        #expect(server.counters().oversized == 0)
    }

    @Test func whatFitsNoLengthFieldIsDroppedAndCounted() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, transport: .tcp)
        let relayed = try client.relayedAddress()
        try client.bind(0x4000, to: .peer)
        let tooLong = [UInt8](repeating: 9, count: 65_536)
        server.receiveFromPeer(tooLong, from: .peer, atRelayed: relayed)
        server.receiveFromPeer(tooLong, from: Endpoint(Endpoint.peer.address, 1), atRelayed: relayed)
        #expect(client.received().isEmpty)
        #expect(server.counters().oversized == 2)
        #expect(server.counters().relayedDown.packets == 0)
    }

    @Test func whatIsRelayedIsCounted() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        try client.permit(.peer)
        server.receiveFromPeer([1, 2, 3], from: .peer, atRelayed: relayed)
        #expect(server.counters().relayedDown.packets == 1)
        #expect(server.counters().relayedDown.bytes == 3)
    }

    @Test func aPacketForAnEarlierAllocationOfTheSlotIsDropped() throws {
        let server = try ServerUnderTest(ports: 50_000...50_001)
        let first = try ScriptedClient(of: server)
        let old = try #require(server.relayPort(at: try first.relayedAddress()))
        try first.refresh(0)
        let second = try ScriptedClient(of: server, port: 5001)
        let new = try #require(server.relayPort(at: try second.relayedAddress()))
        try second.permit(.peer)
        #expect(old.slot == new.slot, "the test wants the slot to be used again")
        let slab = PacketSlab(slotCount: 1, capacity: 100)
        server.tell(.fromPeer(old, .peer, slab.packet(0, count: 10)))
        #expect(second.received().isEmpty)
        server.tell(.fromPeer(new, .peer, slab.packet(0, count: 10)))
        #expect(second.received().count == 1)
    }
}
