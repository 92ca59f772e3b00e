import STUN
import SansIO
import TURN
import Testing

/// ChannelBind: RFC 8656 §12.
struct ChannelBindTests {
    @Test func bindsBothDirectionsAndPermitsThePeer() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        let answer = try client.bind(0x4000, to: .peer)
        #expect(answer.isSuccess)
        #expect(answer.isSigned(by: try client.key))
        client.sendChannelData([1, 2, 3], on: 0x4000)
        #expect(server.takePeerDatagrams().map(\.bytes) == [[1, 2, 3]])
        server.receiveFromPeer([4], from: .peer, atRelayed: relayed)
        // The permission is the address's, the channel is one port's.
        let otherPort = Endpoint(Endpoint.peer.address, 6001)
        server.receiveFromPeer([5], from: otherPort, atRelayed: relayed)
        #expect(client.received() == [.channelData([4], channel: 0x4000), .data([5], from: otherPort)])
    }

    @Test(
        arguments: [
            (0x0000, 400), (0x0001, 400), (0x3FFF, 400), (0x4000, nil), (0x4001, nil), (0x4FFE, nil),
            (0x4FFF, nil), (0x5000, 400), (0x7FFF, 400), (0x8000, 400), (0xFFFF, 400),
        ] as [(UInt16, Int?)]
    )
    func onlyTheRangeOfTheRFCIsGood(number: UInt16, code: Int?) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        try client.allocate()
        let answer = try client.bind(number, to: .peer)
        #expect(answer.code == code)
        #expect(answer.isSigned(by: try client.key))
    }

    @Test(
        arguments: [(0x3FFF, 400), (0x4FFF, nil), (0x5000, nil), (0x7FFF, nil), (0x8000, 400)]
            as [(UInt16, Int?)]
    )
    func theRangeOfRFC5766IsGoodForTheClientsOfItsTime(number: UInt16, code: Int?) throws {
        let server = try ServerUnderTest { $0.channelNumbers = ChannelNumber.rangeOfRFC5766 }
        let client = try ScriptedClient(of: server)
        try client.allocate()
        #expect(try client.bind(number, to: .peer).code == code)
        client.sendChannelData([7], on: number)
        #expect(server.takePeerDatagrams().count == (code == nil ? 1 : 0))
    }

    @Test func aNumberStandsForOnePeer() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        try client.bind(0x4000, to: .peer)
        #expect(try client.bind(0x4000, to: .otherPeer).code == 400)
        #expect(try client.bind(0x4000, to: Endpoint(Endpoint.peer.address, 6001)).code == 400)
        // The refused peers got no permission either.
        client.sendIndication([1], to: .otherPeer)
        #expect(server.takePeerDatagrams().isEmpty)
    }

    @Test func aPeerHasOneNumber() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        try client.allocate()
        try client.bind(0x4000, to: .peer)
        #expect(try client.bind(0x4001, to: .peer).code == 400)
        #expect(try client.bind(0x4001, to: Endpoint(Endpoint.peer.address, 6001)).isSuccess)
    }

    @Test func theSamePairAgainIsARefresh() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, lifetime: .seconds(10_000))
        let relayed = try client.relayedAddress()
        try client.refresh(3600)
        try client.bind(0x4000, to: .peer)
        server.advance(by: .seconds(590))
        #expect(try client.bind(0x4000, to: .peer).isSuccess)
        server.advance(by: .seconds(290))
        server.receiveFromPeer([1], from: .peer, atRelayed: relayed)
        #expect(client.received() == [.channelData([1], channel: 0x4000)])
    }

    @Test func afterSixHundredSecondsTheNumberIsFree() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate(lifetime: 3600)
        try client.bind(0x4000, to: .peer)
        server.advance(by: .milliseconds(599_999))
        #expect(try client.bind(0x4000, to: .otherPeer).code == 400)
        #expect(try client.bind(0x4001, to: .peer).code == 400)
        server.advance(by: .milliseconds(1))
        #expect(try client.bind(0x4000, to: .otherPeer).isSuccess)
        #expect(try client.bind(0x4001, to: .peer).isSuccess)
        client.sendChannelData([1], on: 0x4000)
        client.sendChannelData([2], on: 0x4001)
        #expect(server.takePeerDatagrams().map(\.to) == [.otherPeer, .peer])
    }

    /// §9 and §12: 300 s for the permission, 600 s for the channel, and the permission is looked at first.
    @Test func theChannelOutlivesItsPermission() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        try client.refresh(3600)
        try client.bind(0x4000, to: .peer)
        server.advance(by: .milliseconds(299_999))
        client.sendChannelData([1], on: 0x4000)
        server.receiveFromPeer([2], from: .peer, atRelayed: relayed)
        #expect(server.takePeerDatagrams().count == 1)
        #expect(client.received().count == 1)
        server.advance(by: .milliseconds(1))
        client.sendChannelData([1], on: 0x4000)
        server.receiveFromPeer([2], from: .peer, atRelayed: relayed)
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(client.received().isEmpty)
        #expect(server.counters().unpermittedUp == 1)
        #expect(server.counters().unpermittedDown == 1)
        // A permission alone brings it back, until the channel ends.
        try client.permit(.peer)
        server.receiveFromPeer([3], from: .peer, atRelayed: relayed)
        #expect(client.received() == [.channelData([3], channel: 0x4000)])
        server.advance(by: .milliseconds(299_999))
        client.sendChannelData([4], on: 0x4000)
        #expect(server.takePeerDatagrams().count == 1)
        try client.permit(.peer)
        server.advance(by: .milliseconds(1))
        client.sendChannelData([4], on: 0x4000)
        #expect(server.takePeerDatagrams().isEmpty)
        server.receiveFromPeer([5], from: .peer, atRelayed: relayed)
        #expect(client.received() == [.data([5], from: .peer)])
    }

    @Test func whatIsMissingIsBad() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        try client.allocate()
        #expect(try client.ask(.channelBind).code == 400)
        #expect(try client.ask(.channelBind) { $0.append(XORPeerAddress(.peer)) }.code == 400)
        let number = try #require(ChannelNumber(rawValue: 0x4000))
        #expect(try client.ask(.channelBind) { $0.append(number) }.code == 400)
    }

    @Test(arguments: [0, 1, 2, 3, 5, 8])
    func refusesAMalformedNumber(length: Int) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        try client.allocate()
        let answer = try client.ask(.channelBind) { builder in
            builder.appendRaw(type: .channelNumber, value: [UInt8](repeating: 0x40, count: length))
            builder.append(XORPeerAddress(.peer))
        }
        #expect(answer.code == 400)
    }

    @Test(arguments: [0, 1, 3, 4, 7, 9, 12, 20])
    func refusesAMalformedPeer(length: Int) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        try client.allocate()
        let number = try #require(ChannelNumber(rawValue: 0x4000))
        let value = Array(([0, 1] + [UInt8](repeating: 0x5A, count: 18)).prefix(length))
        let answer = try client.ask(.channelBind) { builder in
            builder.append(number)
            builder.appendRaw(type: .xorPeerAddress, value: value)
        }
        #expect(answer.code == 400)
    }

    @Test func onlyTheFirstPeerCounts() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        let number = try #require(ChannelNumber(rawValue: 0x4000))
        let answer = try client.ask(.channelBind) { builder in
            builder.append(number)
            builder.append(XORPeerAddress(.peer))
            builder.append(XORPeerAddress(Endpoint(IPAddress(10, 0, 0, 1), 1)))
        }
        #expect(answer.isSuccess)
        client.sendChannelData([1], on: 0x4000)
        #expect(server.takePeerDatagrams().map(\.to) == [.peer])
    }

    @Test func theReservedBytesAreIgnored() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        try client.allocate()
        let answer = try client.ask(.channelBind) { builder in
            builder.appendRaw(type: .channelNumber, value: [0x40, 0, 0xFF, 0xFF])
            builder.append(XORPeerAddress(.peer))
        }
        #expect(answer.isSuccess)
    }

    @Test func theOtherFamilyIsAMismatch() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        try client.allocate()
        let answer = try client.bind(0x4000, to: .peerV6)
        #expect(answer.code == 443)
        #expect(answer.isSigned(by: try client.key))
    }

    @Test func aForbiddenPeerIsForbidden() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        _ = server.takeEvents()
        let denied = Endpoint(IPAddress(169, 254, 169, 254), 80)
        let answer = try client.bind(0x4000, to: denied)
        #expect(answer.code == 403)
        #expect(answer.isSigned(by: try client.key))
        guard case .peerDenied(_, "cast-1", denied, let denial) = try #require(server.takeEvents().first)
        else {
            Issue.record("the denial is not explained")
            return
        }
        #expect(denial.description == "169.254.0.0/16 is special-purpose: link local (RFC 3927)")
        client.sendChannelData([1], on: 0x4000)
        #expect(server.takePeerDatagrams().isEmpty)
    }

    @Test func thereIsRoomForSixtyFour() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate(lifetime: 3600)
        // One address, so that the permissions do not run out first.
        for index in UInt16(0)..<64 {
            #expect(
                try client.bind(0x4000 + index, to: Endpoint(Endpoint.peer.address, 7000 + index)).isSuccess
            )
        }
        let refused = try client.bind(0x4040, to: Endpoint(Endpoint.peer.address, 7064))
        #expect(refused.code == 508)
        #expect(refused.isSigned(by: try client.key))
        #expect(try client.bind(0x4000, to: Endpoint(Endpoint.peer.address, 7000)).isSuccess)
        server.advance(by: .seconds(600))
        #expect(try client.bind(0x4040, to: Endpoint(Endpoint.peer.address, 7064)).isSuccess)
    }

    @Test func aFullPermissionTableRefusesTheChannelToo() throws {
        let server = try ServerUnderTest { $0.permissionsPerAllocation = 1 }
        let client = try ScriptedClient(of: server)
        try client.allocate()
        try client.permit(.otherPeer)
        #expect(try client.bind(0x4000, to: .peer).code == 508)
        client.sendChannelData([1], on: 0x4000)
        #expect(server.takePeerDatagrams().isEmpty)
    }
}
