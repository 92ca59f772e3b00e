import STUN
import SansIO
import TURN
import Testing

/// Refresh: RFC 8656 §8, and how long an allocation can live.
struct RefreshTests {
    @Test(
        arguments: [
            (nil, 600), (1, 600), (600, 600), (601, 601), (3600, 3600), (3601, 3600), (UInt32.max, 3600),
        ] as [(UInt32?, UInt32)]
    )
    func setsTheTimeAnew(asked: UInt32?, granted: UInt32) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, lifetime: .seconds(100_000))
        try client.allocate()
        server.advance(by: .seconds(500))
        let answer = try client.refresh(asked)
        #expect(answer.attribute(Lifetime.self)?.seconds == granted)
        #expect(answer.isSigned(by: try client.key))
        server.advance(by: .seconds(Int64(granted)) - .nanoseconds(1))
        #expect(server.allocationCount == 1)
        server.advance(by: .nanoseconds(1))
        #expect(server.allocationCount == 0)
    }

    @Test func canShortenWhatWasGranted() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate(lifetime: 3600)
        try client.refresh(600)
        server.advance(by: .seconds(600))
        #expect(server.allocationCount == 0)
    }

    @Test func zeroDeletesAtOnce() throws {
        let server = try ServerUnderTest(ports: 50_000...50_000)
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        try client.permit(.peer)
        try client.bind(0x4000, to: .peer)
        _ = server.takeEvents()
        let answer = try client.refresh(0)
        #expect(answer.attribute(Lifetime.self)?.seconds == 0)
        #expect(answer.isSigned(by: try client.key))
        #expect(server.allocationCount == 0)
        #expect(server.openSocketCount == 0)
        #expect(server.nextDeadline == nil)
        guard case .ended(_, "cast-1", .deleted, _, _) = try #require(server.takeEvents().last) else {
            Issue.record("no event of the end")
            return
        }
        // The 5-tuple and the port are free at once, and nothing of the old allocation is left.
        #expect(try client.relayedAddress() == relayed)
        client.sendChannelData([1], on: 0x4000)
        client.sendIndication([1], to: .peer)
        server.receiveFromPeer([1], from: .peer, atRelayed: relayed)
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(client.received().isEmpty)
    }

    @Test func afterTheEndIsAMismatch() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        server.advance(by: .seconds(600))
        let answer = try client.refresh()
        #expect(answer.code == 437)
        #expect(answer.isSigned(by: try client.key))
        #expect(try client.allocate().isSuccess)
    }

    @Test(arguments: [0, 1, 2, 3, 5, 8])
    func refusesAMalformedLifetime(length: Int) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        let answer = try client.ask(.refresh) { builder in
            builder.appendRaw(type: .lifetime, value: [UInt8](repeating: 0, count: length))
        }
        #expect(answer.code == 400)
        #expect(server.allocationCount == 1)
    }

    @Test func keepsPermissionsAndChannelsAsTheyAre() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        try client.permit(.peer)
        server.advance(by: .seconds(299))
        try client.refresh()
        server.advance(by: .seconds(1))
        client.sendIndication([1], to: .peer)
        #expect(server.takePeerDatagrams().isEmpty)
    }

    /// A cast of twelve hours: refreshed every eight minutes, permissions and channel every four, and data
    /// in both directions all the time.
    @Test func twelveHoursPassWithoutAGap() throws {
        let server = try ServerUnderTest { $0.bandwidthPerAllocation = 0 }
        let client = try ScriptedClient(of: server, lifetime: .seconds(600))
        let relayed = try client.relayedAddress()
        try client.bind(0x4000, to: .peer)
        for minute in 0..<12 * 60 {
            client.sendChannelData([UInt8(minute & 0xFF)], on: 0x4000)
            server.receiveFromPeer([UInt8(minute & 0xFF)], from: .peer, atRelayed: relayed)
            #expect(client.received() == [.channelData([UInt8(minute & 0xFF)], channel: 0x4000)])
            server.advance(by: .seconds(60))
            if minute % 8 == 7 { #expect(try client.renewingNonce { try client.refresh() }.isSuccess) }
            if minute % 4 == 3 {
                #expect(try client.renewingNonce { try client.bind(0x4000, to: .peer) }.isSuccess)
            }
        }
        #expect(server.takePeerDatagrams().count == 12 * 60)
        #expect(server.allocationCount == 1)
        #expect(try client.renewingNonce { try client.refresh(0) }.isSuccess)
    }

    @Test func thirteenHoursAreTheGreatestAge() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, lifetime: .seconds(600))
        try client.allocate()
        for _ in 0..<(13 * 6 - 1) {
            server.advance(by: .seconds(599))
            #expect(try client.renewingNonce { try client.refresh() }.isSuccess)
        }
        let age = Duration.seconds(599 * (13 * 6 - 1))
        let left = Duration.seconds(13 * 3600) - age
        server.advance(by: left - .seconds(100))
        let answer = try client.renewingNonce { try client.refresh(3600) }
        #expect(answer.attribute(Lifetime.self)?.seconds == 100)
        server.advance(by: .milliseconds(99_999))
        #expect(server.allocationCount == 1)
        #expect(try client.renewingNonce { try client.refresh() }.attribute(Lifetime.self)?.seconds == 1)
        server.advance(by: .milliseconds(1))
        #expect(server.allocationCount == 0)
        // The credential is long over: there is no second life.
        #expect(try client.renewingNonce { try client.allocate() }.code == 401)
    }
}

extension ScriptedClient {
    /// Asks again with the fresh nonce when the first answer is 438, as a client has to.
    func renewingNonce(_ ask: () throws -> Answer) throws -> Answer {
        let answer = try ask()
        guard answer.code == 438 else { return answer }
        nonce = try #require(answer.attribute(Nonce.self)).bytes
        return try ask()
    }
}
