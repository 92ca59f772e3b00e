import SansIO
import Testing
import VirtualNetwork

/// What broken NATs and home-made labs get wrong, and no RFC 5780 client notices.
struct NATTrapTests {
    /// A peer's packet that comes before the host has sent must not take the port (the kernel's does).
    @Test(arguments: NATClassificationTests.cells)
    func aPacketThatComesFirstChangesNothing(behavior: NATBehavior) {
        let (early, calm) = (ProbedNAT(behavior), ProbedNAT(behavior))
        let socket = Endpoint.host(10, 30_001)
        for port in [UInt16(30_001), 30_002, 3478] {
            #expect(early.delivery(from: .server(1), to: Endpoint(.wan, port)) == nil)
        }
        #expect(early.nat.mappingCount == 0 && early.nat.sessionCount == 0)
        for server in [Endpoint.server(1), .server(1, 3479), .server(2)] {
            #expect(early.external(of: socket, to: server) == calm.external(of: socket, to: server))
        }
    }

    @Test(arguments: NATClassificationTests.cells)
    func aRefusedPacketChangesNothing(behavior: NATBehavior) throws {
        let (bothered, calm) = (ProbedNAT(behavior), ProbedNAT(behavior))
        let socket = Endpoint.host(10, 30_001)
        let external = try #require(bothered.external(of: socket, to: .server(1)))
        #expect(calm.external(of: socket, to: .server(1)) == external)
        for host in UInt8(2)...50 { _ = bothered.receive(from: .server(host, 9), to: external) }
        #expect(bothered.nat.mappingCount == 1 && bothered.nat.sessionCount == 1)
        let later = bothered.external(of: socket, to: .server(2, 9))
        #expect(later == calm.external(of: socket, to: .server(2, 9)))
    }

    /// Two hosts with one port: the second gets another one and keeps it for all destinations.
    @Test func twoHostsWithOnePortKeepTheirMappings() throws {
        let nat = ProbedNAT(NATBehavior())
        let (first, second) = (Endpoint.host(10, 31_001), Endpoint.host(11, 31_001))
        let servers = (1...20).map { Endpoint.server(UInt8($0), 3000 + UInt16($0)) }
        let ofFirst = Set(servers.map { nat.external(of: first, to: $0) })
        let ofSecond = Set(servers.compactMap { nat.external(of: second, to: $0) })
        #expect(ofFirst == [Endpoint(.wan, 31_001)])
        let external = try #require(ofSecond.first)
        #expect(ofSecond.count == 1 && external.port != 31_001 && external.port & 1 == 1)
        for server in servers {
            #expect(nat.delivery(from: server, to: external) == second)
            #expect(nat.delivery(from: server, to: Endpoint(.wan, 31_001)) == first)
        }
    }

    /// Every socket of a host has a port of its own, and gets its own packets.
    @Test(arguments: NATClassificationTests.cells)
    func manySocketsOfOneHostStayApart(behavior: NATBehavior) throws {
        let nat = ProbedNAT(behavior)
        let sockets = (0..<64).map { Endpoint.host(10, 40_000 + $0) }
        var externals: [Endpoint: Endpoint] = [:]
        for socket in sockets {
            let external = try #require(nat.external(of: socket, to: .server(1)))
            #expect(externals.updateValue(socket, forKey: external) == nil)
        }
        for (external, socket) in externals {
            #expect(nat.delivery(from: .server(1), to: external) == socket)
        }
    }

    /// One port is in use by UDP, TCP and ICMP at a time, each with a mapping of its own.
    @Test func protocolsDoNotShareMappings() {
        let nat = ProbedNAT(NATBehavior(filtering: .endpointIndependent))
        #expect(nat.external(of: .host(10, 4000), to: .server(1)) == Endpoint(.wan, 4000))
        let tcp = FlowKey(.tcp, from: .host(11, 4000), to: .server(1))
        let outside = FlowKey(.tcp, from: Endpoint(.wan, 4000), to: .server(1))
        #expect(nat.nat.outbound(tcp, .syn, at: nat.now) == .outside(outside))
        #expect(nat.delivery(from: .server(2), to: Endpoint(.wan, 4000)) == .host(10, 4000))
        #expect(nat.nat.inbound(outside.reversed, [.syn, .ack], at: nat.now) == .inside(tcp.reversed))
    }

    /// A host's reply to a hairpinned packet goes back the way it came.
    @Test func aHairpinnedExchangeWorksBothWays() throws {
        let nat = ProbedNAT(NATBehavior(hairpin: .external))
        let (a, b) = (Endpoint.host(10, 5000), Endpoint.host(11, 6000))
        let externalA = try #require(nat.external(of: a, to: .server(1)))
        let externalB = try #require(nat.external(of: b, to: .server(1)))
        #expect(nat.send(from: a, to: externalB).way == .dropped(.filtered))
        let first = nat.send(from: b, to: externalA)
        #expect(first == .init(way: .inside, source: externalB, destination: a))
        let answer = nat.send(from: a, to: externalB)
        #expect(answer == .init(way: .inside, source: externalA, destination: b))
    }

    /// No packet crosses a NAT whose outside address the sender pretends to have.
    @Test func refusesItsOwnAddressAsASource() {
        let nat = ProbedNAT(NATBehavior())
        let arrival = nat.send(from: Endpoint(.wan, 5000), to: .server(1))
        #expect(arrival.way == .dropped(.spoofedSource))
        #expect(nat.nat.mappingCount == 0)
    }
}
