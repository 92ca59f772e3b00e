import SansIO
import Testing

@testable import VirtualNetwork

struct IPPacketTests {
    private let memory = PacketMemory()

    private func read(_ sample: KernelPacket) throws -> IPPacket {
        try IPPacket(reading: memory.packet(try sample.bytes()))
    }

    private func fault(_ bytes: [UInt8]) -> PacketFault? {
        do throws(PacketFault) {
            _ = try IPPacket(reading: memory.packet(bytes))
            return nil
        } catch {
            return error
        }
    }

    @Test func readsUDP() throws {
        for (sample, text, payload) in [
            (KernelPacket.udpV4, "udp 198.18.0.2:5000 > 198.18.0.9:3478", "hello"),
            (.udpV6, "udp [2001:2::2]:5000 > [2001:2::9]:3478", "hello!"),
        ] {
            let packet = try read(sample)
            #expect(packet.content == .udp)
            #expect(packet.flow?.description == text)
            #expect(packet.timeToLive == 64)
            #expect(packet.mustNotBeFragmented)
            let datagram = try #require(packet.udp)
            #expect(String(decoding: datagram.payload.copied, as: UTF8.self) == payload)
            #expect(datagram.length == 8 + payload.utf8.count)
            #expect(packet.hasValidTransportChecksum == true)
            #expect(packet.tcp == nil && packet.icmp == nil)
        }
    }

    @Test(arguments: [KernelPacket.tcpV4, .tcpV6])
    func readsTCP(_ sample: KernelPacket) throws {
        let segment = try #require(try read(sample).tcp)
        #expect(segment.destination.port == 443)
        #expect(segment.flags == .syn)
        #expect(segment.acknowledgmentNumber == 0)
        #expect(segment.payload.count == 0)
        #expect(segment.packet.hasValidTransportChecksum == true)
        #expect(segment.packet.flow?.source == segment.source)
    }

    @Test(arguments: [KernelPacket.echoReplyV4, .echoReplyV6])
    func readsAnEchoReply(_ sample: KernelPacket) throws {
        let packet = try read(sample)
        let message = try #require(packet.icmp)
        #expect(message.kind == .echoReply(.init(identifier: 0x1234, sequenceNumber: 7)))
        #expect(String(decoding: message.body.copied, as: UTF8.self) == "echo data!")
        #expect(packet.flow?.destination.port == 0x1234)
        #expect(packet.flow?.source.port == 0)
        #expect(packet.hasValidTransportChecksum == true)
    }

    @Test(arguments: [KernelPacket.portUnreachableV4, .portUnreachableV6])
    func readsAnErrorAndWhatItQuotes(_ sample: KernelPacket) throws {
        let packet = try read(sample)
        #expect(packet.icmp?.kind == .error(.portUnreachable))
        #expect(packet.flow == nil)
        #expect(packet.hasValidTransportChecksum == true)
        let quoted = try #require(packet.icmp?.quoted)
        #expect(quoted.isQuote)
        #expect(quoted.source == packet.destination)
        #expect(quoted.flow?.source.port == 4000)
        #expect(quoted.flow?.destination.port == 9999)
        #expect(quoted.hasValidTransportChecksum == nil)
    }

    @Test func readsFragments() throws {
        for (first, last) in [
            (KernelPacket.firstFragmentV4, KernelPacket.lastFragmentV4), (.firstFragmentV6, .lastFragmentV6),
        ] {
            let (start, end) = (try read(first), try read(last))
            let (startPart, endPart) = (try #require(start.fragment), try #require(end.fragment))
            #expect(startPart.isFirst && startPart.isFollowed)
            #expect(!endPart.isFirst && !endPart.isFollowed)
            #expect(startPart.identification == endPart.identification)
            #expect(endPart.offset == start.payload.count)
            #expect(start.content == .udp && start.flow?.destination.port == 3478)
            #expect(start.udp?.length == 1288)
            #expect(start.udp?.payload.count == start.payload.count - 8)
            #expect(end.content == .laterFragment && end.flow == nil && end.upperProtocol == .udp)
            #expect(start.hasValidTransportChecksum == nil && end.hasValidTransportChecksum == nil)
        }
    }

    @Test func leavesOutWhatTheBufferHoldsBehindThePacket() throws {
        let packet = try IPPacket(reading: memory.packet(try KernelPacket.udpV4.bytes() + [1, 2, 3]))
        #expect(packet.buffer.count == 33)
    }

    @Test func walksOverExtensionHeaders() throws {
        var bytes = try KernelPacket.udpV6.bytes()
        let chain: [UInt8] =
            [43, 0, 1, 4, 0, 0, 0, 0] + [60, 0, 0, 0, 0, 0, 0, 0] + [17, 1] + .init(repeating: 0, count: 14)
        bytes[5] += UInt8(chain.count)
        bytes[6] = 0
        bytes.insert(contentsOf: chain, at: 40)
        let packet = try IPPacket(reading: memory.packet(bytes))
        #expect(packet.payloadOffset == 72)
        #expect(packet.flow?.source.port == 5000)
        #expect(packet.hasValidTransportChecksum == true)
    }

    @Test func refusesAnEndlessChainOfExtensionHeaders() throws {
        var bytes = Array(try KernelPacket.udpV6.bytes()[..<40])
        for _ in 0..<100 { bytes += [60, 0, 0, 0, 0, 0, 0, 0] }
        bytes[4] = UInt8(800 >> 8)
        bytes[5] = UInt8(800 & 0xFF)
        bytes[6] = 60
        #expect(fault(bytes) == .extensionHeaders)
    }

    @Test func namesWhatIsWrong() throws {
        let v4 = try KernelPacket.udpV4.bytes()
        let v6 = try KernelPacket.udpV6.bytes()
        func changed(_ offset: Int, _ value: UInt8) -> PacketFault? {
            var bytes = v4
            bytes[offset] = value
            return fault(bytes)
        }
        #expect(fault([]) == .truncatedHeader)
        #expect(fault([0x50, 0, 0, 0]) == .version(5))
        #expect(fault(Array(v4[..<19])) == .truncatedHeader)
        #expect(fault(Array(v6[..<39])) == .truncatedHeader)
        #expect(fault(Array(v4[..<32])) == .totalLength)
        #expect(fault(Array(v6[..<53])) == .totalLength)
        #expect(changed(0, 0x44) == .headerLength)
        #expect(changed(0, 0x4F) == .truncatedHeader)
        #expect(changed(3, 19) == .totalLength)
        #expect(changed(8, 63) == .headerChecksum)
        #expect(changed(26, 0) == nil)
    }

    @Test func tellsMalformedTransportsFromMalformedPackets() throws {
        func content(_ sample: KernelPacket, _ offset: Int, _ value: UInt8) throws -> IPPacket.Content {
            var bytes = try sample.bytes()
            bytes[offset] = value
            return try IPPacket(reading: memory.packet(bytes)).content
        }
        #expect(try content(.udpV4, 25, 7) == .malformed(.datagramLength))
        #expect(try content(.udpV4, 25, 14) == .malformed(.datagramLength))
        #expect(try content(.udpV4, 25, 12) == .udp)
        #expect(try content(.tcpV4, 32, 0x40) == .malformed(.segmentOffset))
        #expect(try content(.tcpV6, 52, 0xB0) == .malformed(.segmentOffset))
        #expect(try content(.udpV6, 6, 58) == .icmp)
        #expect(try content(.udpV6, 6, 1) == .other)
        #expect(try content(.udpV6, 6, 6) == .malformed(.truncatedTransport))
    }

    @Test func writesWhatTheKernelWrites() throws {
        for sample in [KernelPacket.udpV4, .udpV6] {
            let kernel = try read(sample)
            let datagram = try #require(kernel.udp)
            let ours = IPPacket(
                udp: memory.packet(datagram.payload.copied),
                from: datagram.source,
                to: datagram.destination
            )
            #expect(ours.content == .udp)
            #expect(ours.payload.copied == kernel.payload.copied)
            // The kernel draws an identification and a flow label; the checksum follows.
            var (left, right) = (ours.buffer.copied, kernel.buffer.copied)
            for offset in sample.family == .v4 ? [4, 5, 10, 11] : [1, 2, 3] {
                left[offset] = 0
                right[offset] = 0
            }
            #expect(left == right)
            #expect(try IPPacket(reading: ours.buffer).flow == kernel.flow)
        }
    }

    @Test func writesSegmentsAndEchoesThatReadBack() throws {
        for (near, far) in [("198.18.0.2:1", "198.18.0.9:2"), ("[2001:2::2]:1", "[2001:2::9]:2")] {
            let (source, destination) = (try #require(Endpoint(near)), try #require(Endpoint(far)))
            let segment = IPPacket(
                tcp: memory.packet([1, 2, 3]),
                [.ack, .psh],
                from: source,
                to: destination,
                sequenceNumber: 0x0102_0304,
                acknowledgmentNumber: 0x0506_0708
            )
            let read = try #require(try IPPacket(reading: segment.buffer).tcp)
            #expect(read.flags == [.ack, .psh] && read.payload.copied == [1, 2, 3])
            #expect(read.sequenceNumber == 0x0102_0304 && read.acknowledgmentNumber == 0x0506_0708)
            #expect(read.packet.hasValidTransportChecksum == true)

            let echo = ICMPMessage.Echo(identifier: 9, sequenceNumber: 10)
            func packet(isReply: Bool) -> IPPacket {
                IPPacket(
                    echo: memory.packet([4, 5, 6]),
                    echo,
                    isReply: isReply,
                    from: isReply ? destination.address : source.address,
                    to: isReply ? source.address : destination.address
                )
            }
            let request = try IPPacket(reading: packet(isReply: false).buffer)
            let reply = try IPPacket(reading: packet(isReply: true).buffer)
            #expect(request.icmp?.kind == .echoRequest(echo) && reply.icmp?.kind == .echoReply(echo))
            #expect(request.hasValidTransportChecksum == true && reply.hasValidTransportChecksum == true)
            #expect(reply.flow == request.flow?.reversed)
        }
    }
}
