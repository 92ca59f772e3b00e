import SansIO
import Testing

@testable import VirtualNetwork

struct ICMPErrorTests {
    private let memory = PacketMemory()

    private func read(_ sample: KernelPacket) throws -> IPPacket {
        try IPPacket(reading: memory.packet(try sample.bytes()))
    }

    private func router(_ family: IPAddress.Family) throws -> IPAddress {
        try #require(IPAddress(family == .v4 ? "198.18.0.1" : "2001:2::1"))
    }

    /// The kernel's own answer to the packet that it quotes, but for what it draws.
    @Test(arguments: [KernelPacket.portUnreachableV4, .portUnreachableV6])
    func answersAsTheKernelDoes(_ sample: KernelPacket) throws {
        let kernel = try read(sample)
        let quote = try #require(kernel.icmp?.quoted).buffer.copied
        let packet = try IPPacket(reading: memory.packet(quote))
        let answer = try #require(
            ICMPError.portUnreachable.answer(to: packet, from: kernel.source, in: memory.room(1280))
        )
        #expect(answer.payload.copied == kernel.payload.copied)
        #expect(answer.source == kernel.source && answer.destination == kernel.destination)
        #expect(try IPPacket(reading: answer.buffer).hasValidTransportChecksum == true)
    }

    @Test(
        arguments: [KernelPacket.udpV4, .udpV6],
        [
            ICMPError.networkUnreachable, .hostUnreachable, .protocolUnreachable, .portUnreachable,
            .administrativelyProhibited, .packetTooBig(nextHopMTU: 1280), .timeExceeded,
        ]
    )
    func saysEveryErrorSoThatItReadsBack(_ sample: KernelPacket, _ error: ICMPError) throws {
        let packet = try read(sample)
        let answer = try #require(
            error.answer(to: packet, from: router(packet.family), in: memory.room(1280))
        )
        let read = try IPPacket(reading: answer.buffer)
        #expect(read.icmp?.kind == .error(error))
        #expect(read.hasValidTransportChecksum == true)
        #expect(read.destination == packet.source)
        #expect(read.icmp?.quoted?.flow == packet.flow)
    }

    @Test(arguments: [(KernelPacket.firstFragmentV4, 576), (.firstFragmentV6, 1280)])
    func quotesAsMuchAsMayBe(_ sample: KernelPacket, _ most: Int) throws {
        let packet = try read(sample)
        let router = try router(packet.family)
        let answer = try #require(
            ICMPError.packetTooBig(nextHopMTU: 1000).answer(to: packet, from: router, in: memory.room(2000))
        )
        #expect(answer.buffer.count == min(most, packet.buffer.count + 48))
        #expect(answer.icmp?.quoted?.flow == packet.flow)
        let short = memory.room(40)
        #expect(ICMPError.timeExceeded.answer(to: packet, from: router, in: short) == nil)
    }

    @Test func answersNoErrorNoLaterFragmentAndNoGroup() throws {
        for sample in [KernelPacket.portUnreachableV4, .portUnreachableV6, .lastFragmentV4] {
            let packet = try read(sample)
            let router = try router(packet.family)
            #expect(ICMPError.timeExceeded.answer(to: packet, from: router, in: memory.room(1280)) == nil)
        }
        for sample in [KernelPacket.echoReplyV4, .echoReplyV6, .lastFragmentV6] {
            let packet = try read(sample)
            let router = try router(packet.family)
            #expect(ICMPError.timeExceeded.answer(to: packet, from: router, in: memory.room(1280)) != nil)
        }
        let packet = try read(.udpV4)
        for group in [IPAddress(224, 0, 0, 251), IPAddress(255, 255, 255, 255)] {
            packet.rewriteDestination(to: Endpoint(group, 5353))
            let answer = ICMPError.portUnreachable.answer(
                to: packet,
                from: try router(.v4),
                in: memory.room(1280)
            )
            #expect(answer == nil)
        }
    }

    @Test(arguments: [
        "0.0.0.0", "127.0.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "ff02::1",
    ])
    func answersNoSourceThatIsNoSingleHost(_ text: String) throws {
        let source = try #require(IPAddress(text))
        let packet = try read(source.family == .v4 ? .udpV4 : .udpV6)
        packet.rewriteSource(to: Endpoint(source, 1))
        let router = try router(source.family)
        #expect(ICMPError.hostUnreachable.answer(to: packet, from: router, in: memory.room(1280)) == nil)
    }

    /// RFC 4443 §2.4 (e.3): the MTU towards a group has to be found as well.
    @Test func tellsTooBigToAGroupOverIPv6() throws {
        let packet = try read(.udpV6)
        packet.rewriteDestination(to: Endpoint(try #require(IPAddress("ff0e::1")), 1))
        let router = try router(.v6)
        let tooBig = ICMPError.packetTooBig(nextHopMTU: 1280)
        #expect(tooBig.answer(to: packet, from: router, in: memory.room(1280)) != nil)
        #expect(ICMPError.timeExceeded.answer(to: packet, from: router, in: memory.room(1280)) == nil)
    }
}
