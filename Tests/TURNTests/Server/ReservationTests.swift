import STUN
import SansIO
import TURN
import Testing

/// EVEN-PORT and RESERVATION-TOKEN: RFC 8656 §7.2, §18.7, §18.10.
struct ReservationTests {
    private let pair = EvenPort(reservesNextPort: true)
    private let even = EvenPort(reservesNextPort: false)

    @Test func evenPortGetsAnEvenPort() throws {
        let server = try ServerUnderTest(limits: .init(allocationsPerUser: 200))
        for index in 0..<50 {
            let client = try ScriptedClient(of: server, port: 5000 + UInt16(index))
            let answer = try client.allocate(evenPort: even)
            #expect(try #require(answer.attribute(XORRelayedAddress.self)).endpoint.port % 2 == 0)
            #expect(answer.attribute(ReservationToken.self) == nil)
        }
        #expect(server.heldSocketCount == 0)
    }

    @Test func evenPortsRunOut() throws {
        let server = try ServerUnderTest(ports: 50_000...50_003)
        let answers = try (0..<3).map { index in
            try ScriptedClient(of: server, port: 5000 + UInt16(index)).allocate(evenPort: even)
        }
        #expect(answers.map(\.code) == [nil, nil, 508])
        #expect(try ScriptedClient(of: server, port: 5010).allocate().isSuccess)
    }

    @Test func theNextPortIsKeptAndClaimed() throws {
        let server = try ServerUnderTest()
        let first = try ScriptedClient(of: server)
        let answer = try first.allocate(evenPort: pair)
        let port = try #require(answer.attribute(XORRelayedAddress.self)).endpoint.port
        let token = try #require(answer.attribute(ReservationToken.self))
        #expect(port % 2 == 0)
        #expect(server.heldSocketCount == 1)
        server.advance(by: .milliseconds(29_999))
        let second = try ScriptedClient(of: server, port: 5001)
        let claimed = try second.allocate(token: token)
        #expect(claimed.attribute(XORRelayedAddress.self)?.endpoint.port == port + 1)
        #expect(server.heldSocketCount == 0)
        #expect(server.control.allocationCount == 2)
        // A token is good once.
        let third = try ScriptedClient(of: server, port: 5002)
        let refused = try third.allocate(token: token)
        #expect(refused.code == 508)
        #expect(refused.isSigned(by: try third.key))
    }

    @Test func aUserReservesOnlyAsManyPortsAsAllocationsAreAllowed() throws {
        let server = try ServerUnderTest(limits: .init(allocationsPerUser: 3))
        let client = try ScriptedClient(of: server)
        for _ in 0..<3 {
            #expect(try client.allocate(evenPort: pair).isSuccess)
            #expect(try client.refresh(0).isSuccess)
        }
        #expect(try client.allocate(evenPort: pair).code == 486)
        #expect(server.heldSocketCount == 3)
        server.advance(by: .seconds(31))
        #expect(try client.allocate(evenPort: pair).isSuccess)
    }

    @Test func theClaimedPortRelays() throws {
        let server = try ServerUnderTest()
        let first = try ScriptedClient(of: server)
        let token = try first.allocate(evenPort: pair).attribute(ReservationToken.self)
        let second = try ScriptedClient(of: server, port: 5001)
        let relayed = try #require(try second.allocate(token: token).attribute(XORRelayedAddress.self))
            .endpoint
        try second.permit(.peer)
        server.receiveFromPeer([1, 2], from: .peer, atRelayed: relayed)
        #expect(second.received() == [.data([1, 2], from: .peer)])
    }

    @Test func theReservationEndsAfterThirtySeconds() throws {
        let server = try ServerUnderTest(ports: 50_000...50_001)
        let first = try ScriptedClient(of: server)
        let token = try #require(try first.allocate(evenPort: pair).attribute(ReservationToken.self))
        let other = try ScriptedClient(of: server, user: "cast-2", port: 5001)
        #expect(try other.allocate().code == 508)
        server.advance(by: .seconds(30))
        #expect(server.heldSocketCount == 0)
        let deadline = server.control.nextDeadline
        #expect(deadline == nil)
        let late = try ScriptedClient(of: server, port: 5002)
        #expect(try late.allocate(token: token).code == 508)
        #expect(try other.allocate().isSuccess)
    }

    @Test func anOverdueReservationIsOverBeforeItIsSweptAway() throws {
        let server = try ServerUnderTest()
        let first = try ScriptedClient(of: server)
        let token = try first.allocate(evenPort: pair).attribute(ReservationToken.self)
        server.moveClock(by: .seconds(30))
        let second = try ScriptedClient(of: server, port: 5001)
        #expect(try second.allocate(token: token).code == 508)
    }

    @Test func anotherUserHasNoUseOfTheToken() throws {
        let server = try ServerUnderTest()
        let first = try ScriptedClient(of: server)
        let token = try first.allocate(evenPort: pair).attribute(ReservationToken.self)
        let other = try ScriptedClient(of: server, user: "cast-2", port: 5001)
        #expect(try other.allocate(token: token).code == 508)
        // The user's own second credential has.
        let own = try ScriptedClient(of: server, port: 5002, lifetime: .seconds(7200))
        #expect(try own.allocate(token: token).isSuccess)
    }

    @Test func aGuessedTokenIsUnknown() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        #expect(try client.allocate(token: ReservationToken(rawValue: 0)).code == 508)
    }

    @Test func theTokenExcludesEverythingThatChoosesAPort() throws {
        let server = try ServerUnderTest()
        let first = try ScriptedClient(of: server)
        let token = try first.allocate(evenPort: pair).attribute(ReservationToken.self)
        let client = try ScriptedClient(of: server, port: 5001)
        #expect(try client.allocate(evenPort: even, token: token).code == 400)
        #expect(try client.allocate(evenPort: pair, token: token).code == 400)
        #expect(try client.allocate(family: .ipv4, token: token).code == 400)
        #expect(try client.allocate(additional: .ipv6, token: token).code == 400)
        #expect(try client.allocate(token: token).isSuccess)
    }

    @Test func thePairExcludesASecondFamily() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        #expect(try client.allocate(additional: .ipv6, evenPort: pair).code == 400)
        #expect(try client.allocate(additional: .ipv6, evenPort: even).isSuccess)
    }

    @Test func theReservationIsOfTheRequestedFamily() throws {
        let server = try ServerUnderTest()
        let first = try ScriptedClient(of: server)
        let answer = try first.allocate(family: .ipv6, evenPort: pair)
        let relayed = try #require(answer.attribute(XORRelayedAddress.self)).endpoint
        #expect(relayed.address == ServerUnderTest.v6.address)
        let second = try ScriptedClient(of: server, port: 5001)
        let claimed = try second.allocate(token: answer.attribute(ReservationToken.self))
        let next = try #require(claimed.attribute(XORRelayedAddress.self)).endpoint
        #expect(next == Endpoint(relayed.address, relayed.port + 1))
    }

    @Test func theReservationOutlivesTheFirstAllocation() throws {
        let server = try ServerUnderTest()
        let first = try ScriptedClient(of: server)
        let token = try first.allocate(evenPort: pair).attribute(ReservationToken.self)
        try first.refresh(0)
        #expect(try ScriptedClient(of: server, port: 5001).allocate(token: token).isSuccess)
    }

    @Test(arguments: [0, 2, 3, 4])
    func refusesAMalformedEvenPort(length: Int) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let answer = try client.ask(.allocate) { builder in
            builder.append(RequestedTransport.udp)
            builder.appendRaw(type: .evenPort, value: [UInt8](repeating: 0x80, count: length))
        }
        #expect(answer.code == 400)
    }

    @Test(arguments: [0, 1, 4, 7, 9, 12, 16])
    func refusesAMalformedToken(length: Int) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let answer = try client.ask(.allocate) { builder in
            builder.append(RequestedTransport.udp)
            builder.appendRaw(type: .reservationToken, value: [UInt8](repeating: 1, count: length))
        }
        #expect(answer.code == 400)
    }

    @Test func noPortLeaks() throws {
        let server = try ServerUnderTest(ports: 50_000...50_003)
        for round in 0..<20 {
            let client = try ScriptedClient(of: server, port: 5000 + UInt16(round))
            #expect(try client.allocate(evenPort: pair).isSuccess)
            #expect(try client.refresh(0).isSuccess)
            server.advance(by: .seconds(30))
        }
        let answers = try (0..<5).map { index in
            try ScriptedClient(of: server, port: 6000 + UInt16(index)).allocate()
        }
        #expect(answers.map(\.code) == [nil, nil, nil, nil, 508])
    }
}
