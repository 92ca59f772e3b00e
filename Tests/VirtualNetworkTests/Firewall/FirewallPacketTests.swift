import SansIO
import Testing
import VirtualNetwork

/// Whole packets at a stateful firewall: errors, echoes, fragments of both IP versions.
struct FirewallPacketTests {
    private let memory = PacketMemory()
    private let now = Instant(nanoseconds: 1)

    private func endpoints(_ family: IPAddress.Family) throws -> (host: Endpoint, server: Endpoint) {
        let texts = family == .v4 ? ("192.168.1.10", "198.18.0.1") : ("2001:2:0:1::10", "2001:2::1")
        return (
            Endpoint(try #require(IPAddress(texts.0)), 5000), Endpoint(try #require(IPAddress(texts.1)), 3478)
        )
    }

    /// RFC 4890 §4.3.1: errors about a flow that is known have to pass, packet too big above all.
    @Test(arguments: IPAddress.Family.allCases)
    func errorsPassAboutKnownFlowsOnly(family: IPAddress.Family) throws {
        var firewall = Firewall(FirewallPolicy(), seed: 1)
        let (host, server) = try endpoints(family)
        let packet = IPPacket(udp: memory.packet([1, 2, 3]), from: host, to: server)
        let error = try #require(
            ICMPError.packetTooBig(nextHopMTU: 1280).answer(
                to: packet,
                from: server.address,
                in: memory.room(576)
            )
        )
        #expect(firewall.inspectInbound(error, at: now) == .dropped(.unsolicited))
        #expect(firewall.inspectOutbound(packet, at: now) == .passed)
        #expect(firewall.inspectInbound(error, at: now) == .passed)
        #expect(firewall.inspectInbound(error, at: now + .seconds(300)) == .dropped(.unsolicited))
    }

    @Test(arguments: IPAddress.Family.allCases)
    func aHostMayTellItsPeersOfErrors(family: IPAddress.Family) throws {
        var firewall = Firewall(FirewallPolicy(), seed: 1)
        let (host, server) = try endpoints(family)
        let answer = IPPacket(udp: memory.packet([1, 2, 3]), from: server, to: host)
        let room = memory.room(576)
        let error = try #require(
            ICMPError.portUnreachable.answer(to: answer, from: host.address, in: room)
        )
        #expect(firewall.inspectOutbound(error, at: now) == .dropped(.unsolicited))
        let packet = IPPacket(udp: memory.packet([1]), from: host, to: server)
        #expect(firewall.inspectOutbound(packet, at: now) == .passed)
        #expect(firewall.inspectOutbound(error, at: now) == .passed)
    }

    @Test(arguments: IPAddress.Family.allCases)
    func echoesPassWhenInsideAsks(family: IPAddress.Family) throws {
        var firewall = Firewall(FirewallPolicy(filtering: .endpointIndependent), seed: 1)
        let (host, server) = try endpoints(family)
        func echo(isReply: Bool, _ source: Endpoint, _ destination: Endpoint) -> IPPacket {
            let echo = ICMPMessage.Echo(identifier: 0, sequenceNumber: 1)
            let data = memory.packet([1])
            return IPPacket(
                echo: data,
                echo,
                isReply: isReply,
                from: source.address,
                to: destination.address
            )
        }
        let refused = Firewall.Verdict.dropped(.unsolicited)
        #expect(firewall.inspectInbound(echo(isReply: true, server, host), at: now) == refused)
        #expect(firewall.inspectOutbound(echo(isReply: true, host, server), at: now) == refused)
        #expect(firewall.inspectOutbound(echo(isReply: false, host, server), at: now) == .passed)
        #expect(firewall.inspectInbound(echo(isReply: true, server, host), at: now) == .passed)
        #expect(firewall.inspectInbound(echo(isReply: false, server, host), at: now) == refused)
    }

    @Test(arguments: [
        (KernelPacket.firstFragmentV4, KernelPacket.lastFragmentV4), (.firstFragmentV6, .lastFragmentV6),
    ])
    func laterFragmentsPassWithTheFirst(first: KernelPacket, last: KernelPacket) throws {
        var firewall = Firewall(FirewallPolicy(), seed: 1)
        let head = try IPPacket(reading: memory.packet(try first.bytes()))
        let tail = try IPPacket(reading: memory.packet(try last.bytes()))
        #expect(firewall.inspectOutbound(tail, at: now) == .dropped(.fragmentWithoutFirst))
        #expect(firewall.inspectOutbound(head, at: now) == .passed)
        #expect(firewall.inspectOutbound(tail, at: now) == .passed)
        #expect(firewall.inspectInbound(tail, at: now) == .dropped(.fragmentWithoutFirst))
    }

    @Test func portZeroIsNobodys() {
        var firewall = Firewall(FirewallPolicy(filtering: .endpointIndependent), seed: 1)
        for (host, server) in [(UInt16(0), UInt16(5)), (5, 0)] {
            let packet = IPPacket(udp: memory.packet([]), from: .host(1, host), to: .server(1, server))
            #expect(firewall.inspectOutbound(packet, at: now) == .dropped(.malformed))
        }
    }
}
