import STUN
import SansIO
import TURN
import Testing

/// Allocate: RFC 8656 §7.
struct AllocateTests {
    @Test(arguments: [PasswordAlgorithm.md5, .sha256])
    func grantsARelayedAddress(algorithm: PasswordAlgorithm) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, algorithm: algorithm)
        let answer = try client.allocate()
        #expect(answer.isSuccess)
        #expect(answer.attribute(XORMappedAddress.self)?.endpoint == client.endpoint)
        let relayed = try #require(answer.attribute(XORRelayedAddress.self)).endpoint
        #expect(relayed.address == ServerUnderTest.v4.address)
        #expect((49_152...49_351).contains(relayed.port))
        #expect(answer.attribute(Lifetime.self) == .standard)
        #expect(answer.isSigned(by: try client.key))
        #expect(answer.integrity == (algorithm == .md5 ? .sha1 : .sha256))
        #expect(answer.attribute(ReservationToken.self) == nil)
        #expect(server.allocationCount == 1)
    }

    @Test(
        arguments: [
            (0, 600), (1, 600), (599, 600), (600, 600), (601, 601), (3599, 3599), (3600, 3600), (3601, 3600),
            (UInt32.max, 3600),
        ] as [(UInt32, UInt32)]
    )
    func clampsTheLifetime(asked: UInt32, granted: UInt32) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, lifetime: .seconds(100_000))
        #expect(try client.allocate(lifetime: asked).attribute(Lifetime.self)?.seconds == granted)
        server.advance(by: .seconds(Int64(granted)) - .nanoseconds(1))
        #expect(server.allocationCount == 1)
        server.advance(by: .nanoseconds(1))
        #expect(server.allocationCount == 0)
        #expect(server.openSocketCount == 0)
        #expect(server.control.allocationCount == 0)
    }

    @Test func anExpiredAllocationIsGoneEvenWhenTheDriverIsLate() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        try client.permit(.peer)
        try client.bind(0x4000, to: .peer)
        server.moveClock(by: .seconds(599))
        #expect(try client.permit(.peer).isSuccess)
        server.moveClock(by: .seconds(1))
        client.sendChannelData([1], on: 0x4000)
        server.receiveFromPeer([2], from: .peer, atRelayed: relayed)
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(client.received().isEmpty)
        #expect(try client.permit(.peer).code == 437)
        #expect(server.allocationCount == 0)
    }

    @Test func aSecondAllocateOnTheSameTupleIsAMismatch() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        let answer = try client.allocate()
        #expect(answer.code == 437)
        #expect(answer.isSigned(by: try client.key))
        #expect(server.allocationCount == 1)
        // Another user on the tuple is told the same: the tuple is checked before whose it is.
        client.become("cast-2")
        #expect(try client.allocate().code == 437)
    }

    @Test func aMismatchIsToldBeforeAnyOtherFault() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        #expect(try client.ask(.allocate).code == 437)
    }

    @Test func wantsARequestedTransport() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let answer = try client.ask(.allocate)
        #expect(answer.code == 400)
        #expect(answer.isSigned(by: try client.key))
    }

    @Test(arguments: 0...12)
    func refusesAMalformedRequestedTransport(length: Int) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let value = Array([UInt8(17), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0].prefix(length))
        let answer = try client.ask(.allocate) { $0.appendRaw(type: .requestedTransport, value: value) }
        #expect(answer.code == (length == 4 ? nil : 400))
    }

    @Test(arguments: [0, 1, 6, 16, 18, 58, 132, 255] as [UInt8])
    func relaysNothingButUDP(protocolNumber: UInt8) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let answer = try client.ask(.allocate) {
            $0.append(RequestedTransport(protocolNumber: protocolNumber))
        }
        #expect(answer.code == 442)
        #expect(answer.isSigned(by: try client.key))
    }

    @Test func theReservedBytesOfRequestedTransportAreIgnored() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let answer = try client.ask(.allocate) {
            $0.appendRaw(type: .requestedTransport, value: [17, 1, 2, 3])
        }
        #expect(answer.isSuccess)
    }

    @Test func canSetTheDontFragmentBit() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let answer = try client.ask(.allocate) {
            $0.append(RequestedTransport.udp)
            $0.append(DontFragment())
        }
        #expect(answer.isSuccess)
    }

    @Test func twoTransportsFromOneAddressAreTwoAllocations() throws {
        let server = try ServerUnderTest()
        let clients = try TransportProtocol.allCases.map { transport in
            try ScriptedClient(of: server, transport: transport)
        }
        let relayed = try clients.map { try $0.relayedAddress() }
        #expect(Set(relayed).count == 3)
        #expect(server.allocationCount == 3)
        // Deleting one leaves the others.
        try clients[1].refresh(0)
        #expect(server.allocationCount == 2)
        #expect(try clients[0].refresh().isSuccess)
        #expect(try clients[1].refresh().code == 437)
        #expect(try clients[2].refresh().isSuccess)
    }

    @Test func twoListenersAreTwoAllocations() throws {
        let server = try ServerUnderTest()
        let first = try ScriptedClient(of: server)
        let second = try ScriptedClient(of: server, to: Endpoint(ServerUnderTest.v4.address, 443))
        #expect(try first.allocate().isSuccess)
        #expect(try second.allocate().isSuccess)
        #expect(server.allocationCount == 2)
    }

    @Test func thereIsAQuotaPerUserWhateverTheExpiryInTheName() throws {
        let server = try ServerUnderTest(limits: .init(allocationsPerUser: 2))
        let clients = try (0..<3).map { index in
            try ScriptedClient(of: server, port: 5000 + UInt16(index), lifetime: .seconds(600 + index))
        }
        #expect(try clients[0].allocate().isSuccess)
        #expect(try clients[1].allocate().isSuccess)
        let refused = try clients[2].allocate()
        #expect(refused.code == 486)
        #expect(refused.isSigned(by: try clients[2].key))
        let other = try ScriptedClient(of: server, user: "cast-2", port: 6000)
        #expect(try other.allocate().isSuccess)
        try clients[0].refresh(0)
        #expect(try clients[2].allocate().isSuccess)
    }

    @Test func portExhaustionIsInsufficientCapacityAndEnds() throws {
        let server = try ServerUnderTest(ports: 50_000...50_009)
        let clients = try (0..<12).map { index in
            try ScriptedClient(of: server, user: "u\(index)", port: 5000 + UInt16(index))
        }
        let answers = try clients.map { try $0.allocate() }
        #expect(answers.map(\.code) == Array(repeating: nil, count: 10) + [508, 508])
        for (client, answer) in zip(clients, answers) { #expect(answer.isSigned(by: try client.key)) }
        let ports = answers.prefix(10).compactMap { $0.attribute(XORRelayedAddress.self)?.endpoint.port }
        #expect(ports.sorted() == Array(50_000...50_009))
        try clients[3].refresh(0)
        let relayed = try clients[11].relayedAddress()
        #expect(relayed.port == ports[3])
        #expect(try clients[10].allocate().code == 508)
    }

    @Test func theTotalIsLimited() throws {
        let server = try ServerUnderTest(limits: .init(allocations: 1))
        let first = try ScriptedClient(of: server)
        let second = try ScriptedClient(of: server, user: "cast-2", port: 5001)
        #expect(try first.allocate().isSuccess)
        #expect(try second.allocate().code == 508)
        try first.refresh(0)
        #expect(try second.allocate().isSuccess)
    }

    @Test func theAnswerWaitsForThePorts() throws {
        let server = try ServerUnderTest()
        server.opensAtOnce = false
        let client = try ScriptedClient(of: server)
        let request = try client.allocateRequest()
        #expect(try client.exchange(request) == nil)
        // The repeat is answered together with the first; another request on the tuple is a mismatch.
        #expect(try client.exchange(request) == nil)
        #expect(try client.allocate().code == 437)
        #expect(server.waiting.count == 1)
        server.openPendingRelays()
        let answers = client.received()
        #expect(answers.count == 1)
        #expect(server.allocationCount == 1)
    }

    @Test(
        arguments: [
            (.familyNotSupported, 440), (.quotaReached, 486), (.noCapacity, 508), (.unknownToken, 508),
        ] as [(RelayRefusal, Int)]
    )
    func aRefusalOfThePortsIsSigned(refusal: RelayRefusal, code: Int) throws {
        let server = try ServerUnderTest()
        server.opensAtOnce = false
        let client = try ScriptedClient(of: server)
        client.transmit(try client.allocateRequest())
        server.failPendingRelays(refusal)
        guard case .answer(let answer) = try #require(client.received().first) else { return }
        #expect(answer.code == code)
        #expect(answer.isSigned(by: try client.key))
        server.opensAtOnce = true
        #expect(try client.allocate().isSuccess)
    }

    @Test func tellsTheOperator() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        _ = server.takeEvents()
        let relayed = try client.relayedAddress()
        #expect(
            server.takeEvents() == [
                .allocated(
                    Client(client.tuple, socket: 0),
                    user: "cast-1",
                    relayed: [relayed],
                    lifetime: .seconds(600)
                )
            ]
        )
    }
}
