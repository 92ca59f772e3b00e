import SansIO
import Testing
import VirtualNetwork

/// The later fragments of a packet follow the first, which alone has ports.
struct NATFragmentTests {
    private let memory = PacketMemory()
    private let now = Instant(nanoseconds: 1)

    /// The fragments of a UDP datagram of 1,000 bytes, cut behind 400 and 800 bytes.
    private func fragments(
        _ source: Endpoint,
        _ destination: Endpoint,
        _ identification: UInt16 = 1
    ) throws
        -> [IPPacket]
    {
        let whole = IPPacket(
            udp: memory.packet((0..<1000).map { UInt8(truncatingIfNeeded: $0) }),
            from: source,
            to: destination
        )
        let payload = whole.payload.copied
        return try [0..<400, 400..<800, 800..<payload.count].map { range in
            let packet = IPPacket(
                enclosing: memory.packet(Array(payload[range])),
                as: .udp,
                from: source.address,
                to: destination.address,
                identification: identification,
                mayBeFragmented: true
            )
            let bytes = packet.buffer
            bytes.setUInt16(UInt16(range.lowerBound / 8) | (range.upperBound < 1008 ? 0x2000 : 0), at: 6)
            // The header's checksum anew, by the sum of its words.
            bytes.setUInt16(0, at: 10)
            let sum = stride(from: 0, to: 20, by: 2).reduce(UInt32(0)) { $0 + UInt32(bytes.uint16(at: $1)) }
            bytes.setUInt16(~UInt16(sum & 0xFFFF) &- UInt16(sum >> 16), at: 10)
            return try IPPacket(reading: bytes)
        }
    }

    @Test func laterFragmentsFollowTheFirstBothWays() throws {
        var nat = NAT(NATBehavior(ports: .random), externalAddresses: [.wan], seed: 1)
        let (socket, server) = (Endpoint.host(10, 5000), Endpoint.server(1))
        let out = try fragments(socket, server)
        for fragment in out {
            #expect(nat.translateOutbound(fragment, at: now) == .outside)
            #expect(fragment.source == .wan && fragment.destination == server.address)
        }
        let external = try #require(out[0].udp?.source)
        for fragment in try fragments(server, external) {
            #expect(nat.translateInbound(fragment, at: now) == .inside)
            #expect(fragment.source == server.address && fragment.destination == socket.address)
        }
        // Put together again, the datagram's checksum fits.
        let whole = out.flatMap(\.payload.copied)
        let packet = IPPacket(enclosing: memory.packet(whole), as: .udp, from: .wan, to: server.address)
        #expect(packet.hasValidTransportChecksum == true)
    }

    @Test func aFragmentBeforeTheFirstIsDropped() throws {
        var nat = NAT(NATBehavior(), externalAddresses: [.wan], seed: 1)
        let fragments = try fragments(.host(10, 5000), .server(1))
        #expect(nat.translateOutbound(fragments[1], at: now) == .dropped(.fragmentWithoutFirst))
        #expect(fragments[1].source == Endpoint.host(10, 0).address)
        #expect(nat.translateOutbound(fragments[0], at: now) == .outside)
        #expect(nat.translateOutbound(fragments[2], at: now) == .outside)
    }

    @Test func packetsAreKeptApartByTheirIdentification() throws {
        var nat = NAT(NATBehavior(), externalAddresses: [.wan], seed: 1)
        #expect(nat.translateOutbound(try fragments(.host(10, 5000), .server(1), 1)[0], at: now) == .outside)
        let other = try fragments(.host(10, 5000), .server(1), 2)[1]
        #expect(nat.translateOutbound(other, at: now) == .dropped(.fragmentWithoutFirst))
        let late = try fragments(.host(10, 5000), .server(1), 1)[1]
        let then = now + .seconds(60)
        #expect(nat.translateOutbound(late, at: then) == .dropped(.fragmentWithoutFirst))
    }

    @Test func aRefusedFirstFragmentOpensNothing() throws {
        var nat = NAT(NATBehavior(), externalAddresses: [.wan], seed: 1)
        #expect(nat.translateOutbound(try fragments(.host(10, 5000), .server(1))[0], at: now) == .outside)
        let inbound = try fragments(.server(2), Endpoint(.wan, 5000))
        #expect(nat.translateInbound(inbound[0], at: now) == .dropped(.filtered))
        #expect(nat.translateInbound(inbound[1], at: now) == .dropped(.fragmentWithoutFirst))
    }

    @Test func theOldestFirstFragmentIsForgotten() throws {
        var limits = NATLimits.standard
        limits.fragmentedPackets = 2
        var nat = NAT(NATBehavior(), externalAddresses: [.wan], limits: limits, seed: 1)
        for identification in UInt16(1)...3 {
            let first = try fragments(.host(10, 5000), .server(1), identification)[0]
            #expect(nat.translateOutbound(first, at: now) == .outside)
        }
        let ways = try (UInt16(1)...3).map {
            nat.translateOutbound(try fragments(.host(10, 5000), .server(1), $0)[1], at: now)
        }
        #expect(ways == [.dropped(.fragmentWithoutFirst), .outside, .outside])
    }
}
