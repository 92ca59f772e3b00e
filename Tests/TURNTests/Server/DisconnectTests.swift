import STUN
import SansIO
import TURN
import Testing

/// The end of a client's connection: RFC 8656 §3.1 and §7.2 (the 5-tuple is gone, and so is what it names).
struct DisconnectTests {
    @Test(arguments: [TransportProtocol.tcp, .tls])
    func endsTheAllocation(transport: TransportProtocol) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, transport: transport)
        let relayed = try client.relayedAddress()
        try client.permit(.peer)
        let port = try #require(server.relayPort(at: relayed))
        _ = server.takeEvents()
        server.tell(.disconnected(Client(client.tuple, socket: 0)))
        #expect(server.allocationCount == 0)
        #expect(server.openSocketCount == 0)
        #expect(server.control.allocationCount == 0)
        #expect(server.endedUsers == ["cast-1"])
        #expect(server.nextDeadline == nil)
        guard case .ended(_, "cast-1", .disconnected, _, _) = try #require(server.takeEvents().first) else {
            Issue.record("no event of the end")
            return
        }
        // A packet that was read before is dropped by its generation, also when the slot has a new owner.
        let other = try ScriptedClient(of: server, user: "cast-2", port: 5001)
        try other.allocate()
        try other.permit(.peer)
        server.tell(.unreachable(port, .peer, ICMPError(type: 3, code: 3)))
        #expect(other.received().isEmpty)
        // The same 5-tuple may connect and allocate again.
        #expect(try client.allocate().isSuccess)
    }

    @Test func ofOneWithoutAllocationIsNothing() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, transport: .tcp)
        server.tell(.disconnected(Client(client.tuple, socket: 0)))
        #expect(server.endedUsers.isEmpty)
    }

    @Test func whileThePortsAreOpenedGivesThemBack() throws {
        let server = try ServerUnderTest()
        server.opensAtOnce = false
        let client = try ScriptedClient(of: server, transport: .tcp)
        client.transmit(try client.allocateRequest(additional: .ipv6))
        server.tell(.disconnected(Client(client.tuple, socket: 0)))
        // The 5-tuple is free for the next connection before the ports of the first have come.
        client.transmit(try client.allocateRequest())
        #expect(server.waiting.count == 2)
        server.openPendingRelays()
        #expect(server.allocationCount == 1)
        #expect(server.openSocketCount == 1)
        #expect(server.control.allocationCount == 1)
        #expect(server.endedUsers == ["cast-1"])
        #expect(client.received().count == 1)
    }

    @Test func whileThePortsAreRefusedIsQuiet() throws {
        let server = try ServerUnderTest()
        server.opensAtOnce = false
        let client = try ScriptedClient(of: server, transport: .tls)
        client.transmit(try client.allocateRequest())
        server.tell(.disconnected(Client(client.tuple, socket: 0)))
        server.failPendingRelays(.noCapacity)
        #expect(client.received().isEmpty)
        server.opensAtOnce = true
        #expect(try client.allocate().isSuccess)
        #expect(server.allocationCount == 1)
    }

    @Test func stoppingEndsEverything() throws {
        let server = try ServerUnderTest()
        let clients = try (0..<3).map { try ScriptedClient(of: server, port: 5000 + UInt16($0)) }
        try clients[0].allocate()
        try clients[1].allocate(additional: .ipv6)
        server.opensAtOnce = false
        clients[2].transmit(try clients[2].allocateRequest())
        server.tell(.stop)
        server.openPendingRelays()
        #expect(server.allocationCount == 0)
        #expect(server.openSocketCount == 0)
        #expect(server.control.allocationCount == 0)
        #expect(server.endedUsers.count == 3)
    }
}
