import STUN
import SansIO
import TURN
import Testing

/// CreatePermission: RFC 8656 §9 and §10.
struct CreatePermissionTests {
    @Test func opensBothDirectionsForEveryPortOfTheAddress() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        let answer = try client.permit(Endpoint(Endpoint.peer.address, 1))
        #expect(answer.isSuccess)
        #expect(answer.isSigned(by: try client.key))
        for port in [1, 6000, 65_535] as [UInt16] {
            let peer = Endpoint(Endpoint.peer.address, port)
            client.sendIndication([1], to: peer)
            server.receiveFromPeer([2], from: peer, atRelayed: relayed)
            #expect(server.takePeerDatagrams().map(\.to) == [peer])
            #expect(client.received() == [.data([2], from: peer)])
        }
        client.sendIndication([1], to: .otherPeer)
        server.receiveFromPeer([2], from: .otherPeer, atRelayed: relayed)
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(client.received().isEmpty)
    }

    @Test func livesForThreeHundredSecondsWhateverPasses() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        try client.permit(.peer)
        for _ in 0..<299 {
            server.advance(by: .seconds(1))
            client.sendIndication([1], to: .peer)
            server.receiveFromPeer([2], from: .peer, atRelayed: relayed)
        }
        #expect(server.takePeerDatagrams().count == 299)
        #expect(client.received().count == 299)
        server.advance(by: .milliseconds(999))
        client.sendIndication([1], to: .peer)
        #expect(server.takePeerDatagrams().count == 1)
        server.advance(by: .milliseconds(1))
        client.sendIndication([1], to: .peer)
        server.receiveFromPeer([2], from: .peer, atRelayed: relayed)
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(client.received().isEmpty)
    }

    @Test func isRefreshedForAnotherThreeHundred() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        try client.permit(.peer, .otherPeer)
        server.advance(by: .seconds(200))
        try client.permit(.peer)
        server.advance(by: .seconds(299))
        client.sendIndication([1], to: .peer)
        client.sendIndication([1], to: .otherPeer)
        #expect(server.takePeerDatagrams().map(\.to) == [.peer])
    }

    @Test func takesSeveralPeersAndTheSameTwice() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        #expect(try client.permit(.peer, .otherPeer, .peer).isSuccess)
        client.sendIndication([1], to: .peer)
        client.sendIndication([1], to: .otherPeer)
        #expect(server.takePeerDatagrams().count == 2)
    }

    @Test func withoutAPeerIsBad() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        try client.allocate()
        let answer = try client.ask(.createPermission)
        #expect(answer.code == 400)
        #expect(answer.isSigned(by: try client.key))
    }

    @Test(arguments: 0...24)
    func refusesAMalformedPeer(length: Int) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate(additional: .ipv6)
        // Family 1 with a length that is not 8, and family 2 with one that is not 20.
        for (family, legal) in [(UInt8(1), 8), (2, 20), (0, -1), (3, -1)] where length != legal {
            let value = Array(([0, family] + [UInt8](repeating: 0x5A, count: 22)).prefix(length))
            let answer = try client.ask(.createPermission) { builder in
                builder.append(XORPeerAddress(.peer))
                builder.appendRaw(type: .xorPeerAddress, value: value)
            }
            #expect(answer.code == 400)
        }
        client.sendIndication([1], to: .peer)
        #expect(server.takePeerDatagrams().isEmpty, "one peer is malformed, the other must not be let in")
    }

    @Test func nothingIsInstalledWhenOneOfSeveralIsForbidden() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        let denied = Endpoint(IPAddress(10, 0, 0, 1), 6000)
        for peers in [[Endpoint.peer, denied], [denied, .peer], [.peer, denied, .otherPeer]] {
            let answer = try client.ask(.createPermission) { builder in
                for peer in peers { builder.append(XORPeerAddress(peer)) }
            }
            #expect(answer.code == 403)
            #expect(answer.isSigned(by: try client.key))
            client.sendIndication([1], to: .peer)
            client.sendIndication([1], to: .otherPeer)
            #expect(server.takePeerDatagrams().isEmpty)
        }
    }

    @Test func nothingIsRefreshedWhenOneOfSeveralIsForbidden() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        try client.permit(.peer)
        server.advance(by: .seconds(200))
        #expect(try client.permit(.peer, Endpoint(IPAddress(127, 0, 0, 1), 1)).code == 403)
        server.advance(by: .seconds(100))
        client.sendIndication([1], to: .peer)
        #expect(server.takePeerDatagrams().isEmpty)
    }

    @Test func theOtherFamilyIsAMismatch() throws {
        let server = try ServerUnderTest()
        let v4 = try ScriptedClient(of: server)
        try v4.allocate()
        let answer = try v4.permit(.peer, .peerV6)
        #expect(answer.code == 443)
        #expect(answer.isSigned(by: try v4.key))
        v4.sendIndication([1], to: .peer)
        #expect(server.takePeerDatagrams().isEmpty)
        let v6 = try ScriptedClient(of: server, port: 5001)
        try v6.allocate(family: .ipv6)
        #expect(try v6.permit(.peer).code == 443)
        #expect(try v6.permit(.peerV6).isSuccess)
    }

    @Test func thereIsRoomForSixtyFour() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        let peers = (0..<65).map { Endpoint(IPAddress(31, 4, 0, UInt8($0)), 6000) }
        func permit(_ peers: some Sequence<Endpoint>) throws -> Answer {
            try client.ask(.createPermission) { for peer in peers { $0.append(XORPeerAddress(peer)) } }
        }
        #expect(try permit(peers).code == 508)
        #expect(try permit(peers.prefix(63)).isSuccess)
        #expect(try permit(peers.suffix(2)).code == 508)
        #expect(try permit(peers.suffix(1)).isSuccess)
        let refused = try permit([.peer])
        #expect(refused.code == 508)
        #expect(refused.isSigned(by: try client.key))
        // Those that are there can be refreshed, and expired ones make room.
        #expect(try permit(peers.prefix(63)).isSuccess)
        server.advance(by: .seconds(300))
        #expect(try permit(peers.prefix(64)).isSuccess)
    }

    @Test func anUnpermittedPacketIsCountedAndNotAnswered() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        client.sendIndication([1], to: .peer)
        #expect(server.counters().unpermittedUp == 1)
        let relayed = try client.relayedAddress()
        client.sendIndication([1], to: .peer)
        #expect(server.counters().unpermittedUp == 2)
        server.receiveFromPeer([2], from: .peer, atRelayed: relayed)
        #expect(server.counters().unpermittedDown == 1)
        #expect(client.received().isEmpty)
        #expect(server.takePeerDatagrams().isEmpty)
    }
}
