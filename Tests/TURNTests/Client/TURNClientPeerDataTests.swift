import STUN
import SansIO
import TURN
import Testing

struct TURNClientPeerDataTests {
    private let peer = Endpoint(IPAddress(198, 18, 1, 1), 5004)
    private let peer6 = Endpoint(IPAddress(v6: 0x2001_0002_0000_0000, 9), 5004)

    @Test(arguments: TransportProtocol.allCases, [false, true])
    func relaysBothWays(transport: TransportProtocol, byChannel: Bool) throws {
        for (family, peer) in [(IPAddress.Family.v4, peer), (.v6, peer6)] {
            let network = try ClientNetwork()
            let client = try network.allocate(transport) { $0.wish = .both }
            let relayed = client.grant?.relayed.first { $0.address.family == family }
            client.tell(byChannel ? .bind(peer) : .permit([peer.address]))
            network.run(for: .seconds(1))
            _ = client.takeNews()
            try check(network, client, peer, at: try #require(relayed))
        }
    }

    private func check(
        _ network: ClientNetwork,
        _ client: ClientUnderTest,
        _ peer: Endpoint,
        at relayed: Endpoint
    ) throws {
        for count in [0, 1, 2, 3, 4, 5, 1200, 9000] {
            let up = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
            let down = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 5 &+ 3) }
            client.send(up, to: peer)
            network.host.receiveFromPeer(down, from: peer, atRelayed: relayed, at: network.clock)
            network.run(for: .seconds(1))
            let arrived = network.host.takeAtPeers()
            #expect(arrived.map(\.bytes) == [up])
            #expect(arrived.first?.from == relayed)
            #expect(arrived.first?.to == peer)
            #expect(client.takeNews() == [.received(down, from: peer)])
        }
    }

    @Test func padsWithZerosOverStreamsOnly() throws {
        for (transport, padding) in [
            (TransportProtocol.udp, [UInt8]()), (.tcp, [0, 0, 0]), (.tls, [0, 0, 0]),
        ] {
            let network = try ClientNetwork()
            let client = try network.allocate(transport)
            client.tell(.bind(peer))
            network.run(for: .seconds(1))
            client.send([1, 2, 3, 4, 5], to: peer)
            #expect(client.takeSent() == [[0x40, 0, 0, 5, 1, 2, 3, 4, 5] + padding])
        }
    }

    @Test func asksForNoFragmentsWhenThatIsWanted() throws {
        let network = try ClientNetwork()
        let client = try network.allocate { configuration in
            configuration.wish = .both
            configuration.dontFragment = true
        }
        client.tell(.permit([peer.address, peer6.address]))
        network.run(for: .seconds(1))
        client.send([1, 2, 3], to: peer)
        client.send([4, 5], to: peer6)
        network.run(for: .seconds(1))
        let arrived = network.host.takeAtPeers()
        #expect(arrived.map(\.bytes) == [[1, 2, 3], [4, 5]])
        #expect(arrived.map(\.to) == [peer, peer6])
        #expect(arrived.map(\.dontFragment) == [true, true])
    }

    @Test func tellsWhatICMPSaid() throws {
        let network = try ClientNetwork()
        let client = try network.allocate()
        let relayed = try #require(client.grant?.relayed.first)
        client.tell(.permit([peer.address]))
        network.run(for: .seconds(1))
        _ = client.takeNews()
        let error = ICMPError(type: 3, code: 4, data: 1400)
        network.host.receiveICMP(error, about: peer, atRelayed: relayed, at: network.clock)
        network.run(for: .seconds(1))
        #expect(client.takeNews() == [.unreachable(peer, error)])
    }

    @Test func sendsWhileTheFirstPermissionIsOnItsWay() throws {
        let network = try ClientNetwork()
        let client = try network.allocate()
        client.tell(.permit([peer.address]))
        client.send([1], to: peer)
        network.run(for: .milliseconds(15))
        #expect(network.host.takeAtPeers().map(\.bytes) == [[1]])
    }

    @Test func sendsNothingWithoutAPermissionOrAnAllocation() throws {
        let network = try ClientNetwork()
        let client = try network.attach()
        client.send([1], to: peer)
        client.tell(.opened)
        network.run(for: .seconds(1))
        _ = client.takeSent()
        client.send([1], to: peer)
        #expect(client.takeSent().isEmpty)
        #expect(client.counters.unpermitted == 2)
    }

    @Test func dropsPacketsThatNoMessageCanHold() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated()
        client.tell(.permit([peer.address]))
        _ = client.takeSent()
        client.send(Array(repeating: 0, count: 65_530), to: peer)
        #expect(client.takeSent().isEmpty)
        client.send(Array(repeating: 0, count: 65_500), to: peer)
        let sizes = client.takeSent().map(\.count)
        #expect(sizes == [65_536])
        client.tell(.bind(peer))
        client.receive(try server.success(try #require(client.takeSent().last)))
        client.send(Array(repeating: 0, count: 65_536), to: peer)
        #expect(client.takeSent().isEmpty)
        #expect(client.counters.oversized == 2)
    }

    @Test func dropsDataOfPeersThatItDidNotAskToHear() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated()
        var builder = MessageBuilder(MessageType(.data, .indication), TransactionID(1, 2))
        builder.append(XORPeerAddress(peer))
        builder.append(DataAttribute([1, 2, 3]))
        client.receive(builder.bytes)
        client.receive([0x40, 0x00, 0, 1, 5])
        #expect(client.takeNews().isEmpty)
        #expect(client.counters.unexpected == 2)
    }

    @Test func dropsBrokenPackets() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated()
        client.tell(.permit([peer.address]), .bind(peer))
        var wrongPrint = MessageBuilder(MessageType(.data, .indication), TransactionID(1, 2))
        wrongPrint.append(XORPeerAddress(peer))
        wrongPrint.append(DataAttribute([1]))
        wrongPrint.append(Fingerprint(7))
        var empty = MessageBuilder(MessageType(.data, .indication), TransactionID(1, 2))
        empty.append(XORPeerAddress(peer))
        let broken: [[UInt8]] = [
            [], [0x40], [0x40, 0, 0], [0x40, 0, 0, 2, 1], [0x80, 1, 2, 3, 4], [0xFF, 0, 0, 0],
            Array(repeating: 0, count: 20), wrongPrint.bytes, empty.bytes,
            MessageBuilder(MessageType(.binding, .request), TransactionID(1, 2)).bytes,
        ]
        for packet in broken { client.receive(packet) }
        #expect(client.takeNews().isEmpty)
        #expect(client.counters.malformed == UInt64(broken.count))
    }
}
