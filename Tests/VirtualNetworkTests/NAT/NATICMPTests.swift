import SansIO
import Testing
import VirtualNetwork

/// RFC 5508: echoes by their identifier, errors with what they quote.
struct NATICMPTests {
    private let memory = PacketMemory()
    private let now = Instant(nanoseconds: 1)
    private let router = IPAddress(198, 18, 200, 1)

    private func nat(_ behavior: NATBehavior) -> NAT {
        NAT(behavior, externalAddresses: [.wan], seed: 1)
    }

    private func udp(_ source: Endpoint, _ destination: Endpoint, count: Int = 8) -> IPPacket {
        IPPacket(udp: memory.packet(Array(repeating: 7, count: count)), from: source, to: destination)
    }

    private func echo(
        _ identifier: UInt16,
        isReply: Bool,
        _ source: IPAddress,
        _ destination: IPAddress
    )
        -> IPPacket
    {
        let echo = ICMPMessage.Echo(identifier: identifier, sequenceNumber: 9)
        return IPPacket(echo: memory.packet([1, 2]), echo, isReply: isReply, from: source, to: destination)
    }

    private func error(
        _ error: ICMPError = .portUnreachable,
        about packet: IPPacket,
        from router: IPAddress
    ) throws -> IPPacket {
        try #require(error.answer(to: packet, from: router, in: memory.room(576)))
    }

    @Test func translatesAnEchoByItsIdentifier() {
        var nat = nat(NATBehavior())
        let server = Endpoint.server(1).address
        let (first, second) = (Endpoint.host(10, 0).address, Endpoint.host(11, 0).address)
        let (one, two) = (echo(77, isReply: false, first, server), echo(77, isReply: false, second, server))
        #expect(nat.translateOutbound(one, at: now) == .outside)
        #expect(nat.translateOutbound(two, at: now) == .outside)
        #expect(one.source == .wan && two.source == .wan)
        guard case .echoRequest(let other) = two.icmp?.kind else {
            Issue.record("the echo is none any more")
            return
        }
        #expect(one.icmp?.kind == .echoRequest(.init(identifier: 77, sequenceNumber: 9)))
        #expect(other.identifier != 77 && other.sequenceNumber == 9)
        let reply = echo(other.identifier, isReply: true, server, .wan)
        #expect(nat.translateInbound(reply, at: now) == .inside)
        #expect(reply.destination == second)
        #expect(reply.icmp?.kind == .echoReply(.init(identifier: 77, sequenceNumber: 9)))
        for packet in [one, two, reply] { #expect(packet.hasValidTransportChecksum == true) }
    }

    @Test func letsInEchoRepliesOnly() {
        var nat = nat(NATBehavior(filtering: .endpointIndependent))
        let server = Endpoint.server(1).address
        let host = Endpoint.host(10, 0).address
        #expect(nat.translateOutbound(echo(0, isReply: false, host, server), at: now) == .outside)
        let request = echo(0, isReply: false, server, .wan)
        #expect(nat.translateInbound(request, at: now) == .dropped(.noMapping))
        #expect(request.destination == .wan)
        let unasked = echo(5, isReply: true, server, .wan)
        #expect(nat.translateInbound(unasked, at: now) == .dropped(.noMapping))
        let answer = echo(5, isReply: true, host, server)
        #expect(nat.translateOutbound(answer, at: now) == .dropped(.unsupported))
        let own = echo(6, isReply: false, host, .wan)
        #expect(nat.translateOutbound(own, at: now) == .dropped(.noMapping))
        let mappings = nat.mappingCount
        #expect(mappings == 1)
    }

    @Test func anEchoEndsAfterAMinute() {
        var nat = nat(NATBehavior())
        let (host, server) = (Endpoint.host(10, 0).address, Endpoint.server(1).address)
        #expect(nat.translateOutbound(echo(77, isReply: false, host, server), at: now) == .outside)
        let late = now + .seconds(60)
        #expect(nat.translateInbound(echo(77, isReply: true, server, .wan), at: late) == .dropped(.noMapping))
    }

    /// The quote is what the host sent, and all checksums fit.
    @Test(arguments: [ICMPError.portUnreachable, .packetTooBig(nextHopMTU: 1280), .timeExceeded])
    func translatesAnErrorFromOutside(_ kind: ICMPError) throws {
        var nat = nat(NATBehavior(ports: .random))
        let (socket, server) = (Endpoint.host(10, 5000), Endpoint.server(1))
        let packet = udp(socket, server)
        let original = packet.buffer.copied
        #expect(nat.translateOutbound(packet, at: now) == .outside)
        let error = try error(kind, about: packet, from: router)
        #expect(nat.translateInbound(error, at: now) == .inside)
        #expect(error.source == router && error.destination == socket.address)
        #expect(error.icmp?.kind == .error(kind))
        #expect(error.hasValidTransportChecksum == true)
        #expect(error.icmp?.quoted?.buffer.copied == original)
        #expect(try IPPacket(reading: error.buffer).icmp?.quoted?.flow?.source == socket)
    }

    @Test func translatesAnErrorFromInside() throws {
        var nat = nat(NATBehavior(ports: .random))
        let (socket, server) = (Endpoint.host(10, 5000), Endpoint.server(1))
        let packet = udp(socket, server)
        #expect(nat.translateOutbound(packet, at: now) == .outside)
        let external = try #require(packet.udp?.source)
        let answer = udp(server, external)
        let original = answer.buffer.copied
        #expect(nat.translateInbound(answer, at: now) == .inside)
        // The error comes from a router on the way to the host, and leaves with the NAT's address.
        let error = try error(about: answer, from: IPAddress(192, 168, 1, 1))
        #expect(nat.translateOutbound(error, at: now) == .outside)
        #expect(error.source == .wan && error.destination == server.address)
        #expect(error.icmp?.quoted?.buffer.copied == original)
        #expect(error.hasValidTransportChecksum == true)
    }

    /// RFC 5508 REQ-7.
    @Test func translatesAnErrorAboutAHairpinnedPacket() throws {
        var nat = nat(NATBehavior(filtering: .endpointIndependent, ports: .random, hairpin: .external))
        let (a, b) = (Endpoint.host(10, 5000), Endpoint.host(11, 6000))
        let hello = udp(b, .server(1))
        #expect(nat.translateOutbound(hello, at: now) == .outside)
        let packet = udp(a, try #require(hello.udp?.source))
        let original = packet.buffer.copied
        #expect(nat.translateOutbound(packet, at: now) == .inside)
        let error = try error(about: packet, from: b.address)
        #expect(nat.translateOutbound(error, at: now) == .inside)
        #expect(error.source == .wan && error.destination == a.address)
        #expect(error.icmp?.quoted?.buffer.copied == original)
        #expect(error.hasValidTransportChecksum == true)
    }

    /// RFC 4787 REQ-12, RFC 5508 REQ-8: an error ends no mapping, and none is made or kept alive by it.
    @Test func errorsDoNotTouchMappings() throws {
        var nat = nat(NATBehavior(refresh: .both))
        let packet = udp(.host(10, 5000), .server(1))
        #expect(nat.translateOutbound(packet, at: now) == .outside)
        let copy = packet.buffer.copied
        let late = now + .seconds(200)
        let first = try error(about: packet, from: router)
        #expect(nat.translateInbound(first, at: late) == .inside)
        let count = nat.mappingCount
        #expect(count == 1)
        let again = try error(about: try IPPacket(reading: memory.packet(copy)), from: router)
        #expect(nat.translateInbound(again, at: now + .seconds(300)) == .dropped(.noMapping))
    }

    /// An error about a packet that was never sent is no way in, whatever the filter of data.
    @Test(arguments: NATClassificationTests.dependences)
    func refusesAnErrorAboutAPacketThatWasNotSent(filtering: EndpointDependence) throws {
        var nat = nat(NATBehavior(mapping: .addressDependent, filtering: filtering))
        #expect(nat.translateOutbound(udp(.host(10, 5000), .server(1)), at: now) == .outside)
        let invented = udp(Endpoint(.wan, 5000), .server(2))
        let error = try error(about: invented, from: router)
        let before = error.buffer.copied
        #expect(nat.translateInbound(error, at: now) == .dropped(.filtered))
        #expect(error.buffer.copied == before)
        let foreign = try self.error(about: udp(Endpoint(.wan, 5001), .server(2)), from: router)
        #expect(nat.translateInbound(foreign, at: now) == .dropped(.noMapping))
    }

    @Test func translatesErrorsAboutTCPAndEchoes() throws {
        var nat = nat(NATBehavior(ports: .random))
        let host = Endpoint.host(10, 5000)
        let segment = IPPacket(tcp: memory.packet([]), .syn, from: host, to: .server(1, 443))
        let echo = echo(7, isReply: false, host.address, Endpoint.server(1).address)
        for packet in [segment, echo] {
            let original = packet.buffer.copied
            #expect(nat.translateOutbound(packet, at: now) == .outside)
            let error = try error(about: packet, from: router)
            #expect(nat.translateInbound(error, at: now) == .inside)
            #expect(error.destination == host.address)
            #expect(error.icmp?.quoted?.buffer.copied == original)
            #expect(error.hasValidTransportChecksum == true)
        }
    }
}
