import SansIO
import Testing

@testable import VirtualNetwork

/// What a NAT and a router change: the checksums are compared with ones computed anew.
struct RewritingTests {
    private let memory = PacketMemory()

    private func read(_ sample: KernelPacket) throws -> IPPacket {
        try IPPacket(reading: memory.packet(try sample.bytes()))
    }

    private func other(_ family: IPAddress.Family) throws -> Endpoint {
        try #require(Endpoint(family == .v4 ? "203.0.113.77:61234" : "[2001:db8:ffff::4d]:61234"))
    }

    @Test(arguments: [KernelPacket.udpV4, .udpV6, .tcpV4, .tcpV6])
    func rewritesBothSides(_ sample: KernelPacket) throws {
        let packet = try read(sample)
        let new = try other(packet.family)
        let before = try #require(packet.flow)
        packet.rewriteSource(to: new)
        #expect(packet.flow == FlowKey(before.protocol, from: new, to: before.destination))
        #expect(packet.hasValidTransportChecksum == true)
        packet.rewriteSource(to: before.source)
        packet.rewriteDestination(to: new)
        #expect(packet.flow == FlowKey(before.protocol, from: before.source, to: new))
        #expect(try IPPacket(reading: packet.buffer).hasValidTransportChecksum == true)
        packet.rewriteDestination(to: before.destination)
        #expect(packet.buffer.copied == (try sample.bytes()))
    }

    @Test func rewritesRandomEndpointsWithRightChecksums() throws {
        var random = SeededRandom(seed: 768)
        for sample in [KernelPacket.udpV4, .udpV6, .tcpV4, .tcpV6] {
            let packet = try read(sample)
            for _ in 0..<1000 {
                let address =
                    packet.family == .v4
                    ? IPAddress(v4: .random(in: 0...UInt32.max, using: &random))
                    : IPAddress(v6: random.next(), random.next())
                packet.rewriteSource(to: Endpoint(address, .random(in: 0...UInt16.max, using: &random)))
                packet.rewriteDestination(to: Endpoint(address, .random(in: 0...9, using: &random)))
                #expect(try IPPacket(reading: packet.buffer).hasValidTransportChecksum == true)
            }
        }
    }

    @Test func keepsADatagramWithoutChecksumWithoutOne() throws {
        var bytes = try KernelPacket.udpV4.bytes()
        bytes[26] = 0
        bytes[27] = 0
        let packet = try IPPacket(reading: memory.packet(bytes))
        #expect(packet.hasValidTransportChecksum == nil)
        packet.rewriteSource(to: try other(.v4))
        #expect(packet.udp?.checksum == 0)
        #expect(throws: Never.self) { try IPPacket(reading: packet.buffer) }
    }

    /// A computed 0 is sent as 0xFFFF, or it would say "no checksum".
    @Test func neverTurnsAChecksumIntoNone() throws {
        let packet = try read(.udpV4)
        let source = try #require(packet.udp).source
        for port in UInt16.min...UInt16.max {
            packet.rewriteSource(to: Endpoint(source.address, port))
            #expect(packet.udp?.checksum != 0)
        }
    }

    @Test func leavesAWrongChecksumWrong() throws {
        var bytes = try KernelPacket.udpV4.bytes()
        bytes[32] ^= 1
        let packet = try IPPacket(reading: memory.packet(bytes))
        packet.rewriteSource(to: try other(.v4))
        #expect(packet.hasValidTransportChecksum == false)
    }

    @Test func rewritesTheIdentifierOnTheSideThatAsks() throws {
        for sample in [KernelPacket.echoReplyV4, .echoReplyV6] {
            let reply = try read(sample)
            let new = try other(reply.family)
            reply.rewriteSource(to: new)
            #expect(reply.flow?.destination.port == 0x1234)
            reply.rewriteDestination(to: new)
            #expect(reply.flow?.destination == new)
            #expect(reply.hasValidTransportChecksum == true)
        }
    }

    @Test(arguments: [KernelPacket.lastFragmentV4, .lastFragmentV6])
    func rewritesOnlyTheAddressOfALaterFragment(_ sample: KernelPacket) throws {
        let packet = try read(sample)
        let payload = packet.payload.copied
        packet.rewriteSource(to: try other(packet.family))
        #expect(packet.source == (try other(packet.family).address))
        #expect(packet.payload.copied == payload)
        #expect(throws: Never.self) { try IPPacket(reading: packet.buffer) }
    }

    /// What a NAT sends inwards when a host outside has answered with an error.
    @Test(arguments: [KernelPacket.portUnreachableV4, .portUnreachableV6])
    func rewritesWhatAnErrorQuotes(_ sample: KernelPacket) throws {
        let packet = try read(sample)
        let inner = try other(packet.family)
        let message = try #require(packet.icmp)
        message.rewriteQuotedSource(to: inner)
        packet.rewriteDestination(to: inner)
        let read = try IPPacket(reading: packet.buffer)
        #expect(read.hasValidTransportChecksum == true)
        #expect(read.destination == inner.address)
        let quoted = try #require(read.icmp?.quoted)
        #expect(quoted.flow?.source == inner)
        #expect(quoted.flow?.destination.port == 9999)
        // The kernel quoted all of it, so that the quote can be read as the packet it was.
        let original = try IPPacket(reading: memory.packet(quoted.buffer.copied))
        #expect(original.hasValidTransportChecksum == true)
        message.rewriteQuotedDestination(to: inner)
        #expect(try IPPacket(reading: packet.buffer).hasValidTransportChecksum == true)
        #expect(message.quoted?.flow?.destination == inner)
    }

    @Test(arguments: [KernelPacket.udpV4, .udpV6])
    func takesOneFromTheTimeToLiveUntilNoneIsLeft(_ sample: KernelPacket) throws {
        let packet = try read(sample)
        for left in (1...63).reversed() {
            #expect(packet.crossRouter() == .goesOn)
            #expect(try IPPacket(reading: packet.buffer).timeToLive == UInt8(left))
        }
        let bytes = packet.buffer.copied
        #expect(packet.crossRouter() == .expired)
        #expect(packet.buffer.copied == bytes)
    }
}
