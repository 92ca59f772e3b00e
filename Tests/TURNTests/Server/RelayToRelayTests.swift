import STUN
import SansIO
import TURN
import Testing

/// Two clients of one server talk to each other by way of their relayed addresses.
///
/// A permission has no port, so one for the server's own relayed address is granted; what passes is told by
/// the port when a packet is sent.
struct RelayToRelayTests {
    /// Where the two clients' allocations live, and what lies in front of the server.
    enum Place: CaseIterable {
        case oneWorker
        case twoWorkers
        case oneWorkerBehindNAT
        case twoWorkersBehindNAT

        func makeServer() throws -> ServerUnderTest {
            let isBehindNAT = self == .oneWorkerBehindNAT || self == .twoWorkersBehindNAT
            let address = RelayAddress(
                local: IPAddress(10, 0, 0, 5),
                advertised: isBehindNAT ? IPAddress(31, 7, 7, 7) : nil
            )
            return try ServerUnderTest(
                workers: self == .twoWorkers || self == .twoWorkersBehindNAT ? 2 : 1,
                addresses: [address]
            )
        }

        var secondWorker: Int { self == .twoWorkers || self == .twoWorkersBehindNAT ? 1 : 0 }
    }

    private func pair(
        at place: Place,
        over transport: TransportProtocol = .udp
    ) throws -> (ServerUnderTest, ScriptedClient, Endpoint, ScriptedClient, Endpoint) {
        let server = try place.makeServer()
        let sender = try ScriptedClient(of: server, transport: transport)
        let receiver = try ScriptedClient(
            of: server,
            user: "cast-2",
            transport: transport,
            port: 5001,
            worker: place.secondWorker
        )
        return (server, sender, try sender.relayedAddress(), receiver, try receiver.relayedAddress())
    }

    @Test(arguments: Place.allCases)
    func indicationsPassBothWays(place: Place) throws {
        let (server, a, relayedA, b, relayedB) = try pair(at: place)
        #expect(try a.permit(relayedB).isSuccess)
        #expect(try b.permit(relayedA).isSuccess)
        for length in 0...9 {
            let data = (0..<length).map { UInt8($0 + 1) }
            a.sendIndication(data, to: relayedB)
            #expect(b.received() == [.data(data, from: relayedA)])
            b.sendIndication(data, to: relayedA)
            #expect(a.received() == [.data(data, from: relayedB)])
        }
        #expect(server.takePeerDatagrams().isEmpty, "nothing leaves the machine")
    }

    @Test(arguments: Place.allCases, TransportProtocol.allCases)
    func channelsPassBothWays(place: Place, transport: TransportProtocol) throws {
        let (server, a, relayedA, b, relayedB) = try pair(at: place, over: transport)
        #expect(try a.bind(0x4001, to: relayedB).isSuccess)
        #expect(try b.bind(0x4002, to: relayedA).isSuccess)
        for length in 0...9 {
            let data = (0..<length).map { UInt8($0 + 1) }
            a.sendChannelData(data, on: 0x4001)
            #expect(b.received() == [.channelData(data, channel: 0x4002)])
            b.sendChannelData(data, on: 0x4002)
            #expect(a.received() == [.channelData(data, channel: 0x4001)])
        }
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(server.counters(ofWorker: 0).relayedUp.packets >= 10)
    }

    @Test(arguments: Place.allCases)
    func theReceiversPermissionIsNeeded(place: Place) throws {
        let (_, a, relayedA, b, relayedB) = try pair(at: place)
        try a.permit(relayedB)
        a.sendIndication([1], to: relayedB)
        #expect(b.received().isEmpty)
        try b.permit(relayedA)
        a.sendIndication([2], to: relayedB)
        #expect(b.received() == [.data([2], from: relayedA)])
    }

    @Test(arguments: Place.allCases)
    func theSendersPermissionIsNeeded(place: Place) throws {
        let (_, a, relayedA, b, relayedB) = try pair(at: place)
        try b.permit(relayedA)
        a.sendIndication([1], to: relayedB)
        #expect(b.received().isEmpty)
    }

    /// T10 and T11: every other port of the server is closed, its listeners and what else runs there.
    @Test(arguments: Place.allCases, [0, 22, 80, 3478, 6379, 49_151, 49_352, 65_535] as [UInt16])
    func aPortWithoutAnAllocationIsRefusedWhenSending(place: Place, port: UInt16) throws {
        let (server, a, _, _, relayedB) = try pair(at: place)
        let service = Endpoint(relayedB.address, port)
        #expect(try a.permit(service).isSuccess)
        #expect(try a.bind(0x4000, to: service).isSuccess)
        _ = server.takeEvents()
        a.sendIndication([1], to: service)
        a.sendChannelData([1], on: 0x4000)
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(server.counters().deniedPeers == 2)
        // One line a second is enough.
        let who = Client(a.tuple, socket: 0)
        let denial: PeerPolicy.Denial = port == 0 ? .portZero : .noRelayAtPort
        #expect(server.takeEvents() == [.peerDenied(who, user: "cast-1", peer: service, denial)])
        server.advance(by: .seconds(1))
        a.sendIndication([1], to: service)
        #expect(server.takeEvents().count == 1)
    }

    @Test(arguments: Place.allCases)
    func aRelayedPortThatEndedIsRefusedAtOnce(place: Place) throws {
        let (server, a, relayedA, b, relayedB) = try pair(at: place)
        try a.permit(relayedB)
        try b.permit(relayedA)
        a.sendIndication([1], to: relayedB)
        #expect(b.received().count == 1)
        try b.refresh(0)
        a.sendIndication([1], to: relayedB)
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(server.counters().deniedPeers == 1)
    }

    /// The server's inner address is its host's, whoever asks for it.
    @Test(arguments: [Place.oneWorkerBehindNAT, .twoWorkersBehindNAT])
    func theInnerAddressIsForbidden(place: Place) throws {
        let (_, a, _, _, relayedB) = try pair(at: place)
        let inner = Endpoint(IPAddress(10, 0, 0, 5), relayedB.port)
        #expect(try a.permit(inner).code == 403)
        #expect(try a.bind(0x4000, to: inner).code == 403)
    }

    @Test func anAllowListDoesNotOpenTheInnerAddress() throws {
        let address = RelayAddress(local: IPAddress(10, 0, 0, 5), advertised: IPAddress(31, 7, 7, 7))
        let lan = try #require(IPPrefix("10.0.0.0/8"))
        let server = try ServerUnderTest(addresses: [address]) { configuration in
            configuration.peerPolicy = PeerPolicy(
                allowed: [lan],
                hostAddresses: [address.local],
                relayedAddresses: [address.advertised]
            )
        }
        let client = try ScriptedClient(of: server)
        try client.allocate()
        #expect(try client.permit(Endpoint(IPAddress(10, 0, 0, 5), 22)).code == 403)
        #expect(try client.permit(Endpoint(IPAddress(10, 0, 0, 6), 22)).isSuccess)
    }

    @Test func aClientCanTalkToItsOwnRelayedAddress() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        try client.permit(relayed)
        client.sendIndication([1], to: relayed)
        #expect(client.received() == [.data([1], from: relayed)])
        #expect(server.takePeerDatagrams().isEmpty)
    }

    @Test(arguments: Place.allCases)
    func bothHalvesOfTheWayAreCounted(place: Place) throws {
        let (server, a, relayedA, b, relayedB) = try pair(at: place)
        try a.permit(relayedB)
        try b.permit(relayedA)
        a.sendIndication([1, 2, 3], to: relayedB)
        #expect(server.counters(ofWorker: 0).relayedUp.bytes == 3)
        #expect(server.counters(ofWorker: place.secondWorker).relayedDown.bytes == 3)
    }
}
