import FuzzDriver
import SansIO
import VirtualNetwork

/// Reads any bytes as a packet and does to it what routers and NATs do: what was right stays right.
@main
struct FuzzPacket {
    static func main() {
        Fuzzer.run { start, count in
            let slab = PacketSlab(slotCount: 2, capacity: 2048)
            let bytes = Fuzzer.bytes(start, count)
            guard bytes.count <= slab.capacity else { return 0 }
            let buffer = slab.packet(0, copying: bytes)
            FuzzPacket.repairHeader(buffer)
            guard let packet = try? IPPacket(reading: buffer) else { return 0 }
            FuzzPacket.answer(packet, in: slab.packet(1, count: 1280))
            FuzzPacket.rewrite(packet)
            FuzzPacket.cut(packet, into: slab.packet(1, count: slab.capacity))
            return 0
        }
    }

    private static func router(_ family: IPAddress.Family) -> IPAddress {
        family == .v4 ? IPAddress(198, 18, 0, 1) : IPAddress(v6: 0x2001_0002 << 32, 1)
    }

    /// An error about the packet reads back, and quotes it.
    private static func answer(_ packet: IPPacket, in slot: PacketBuffer) {
        for error in [ICMPError.timeExceeded, .packetTooBig(nextHopMTU: 1280)] {
            guard let answer = error.answer(to: packet, from: router(packet.family), in: slot) else {
                continue
            }
            precondition(answer.hasValidTransportChecksum == true)
            guard let read = try? IPPacket(reading: answer.buffer) else { fatalError("an unreadable answer") }
            precondition(read.icmp?.kind == .error(error))
            if case .malformed = packet.content { continue }
            precondition(read.icmp?.quoted?.flow == packet.flow)
        }
    }

    /// Rewritten there and back, the packet belongs to the flow it belonged to, and no right checksum is wrong.
    private static func rewrite(_ packet: IPPacket) {
        let (content, flow, isValid) = (packet.content, packet.flow, packet.hasValidTransportChecksum)
        let near = flow?.source ?? Endpoint(packet.source, 0)
        let far = flow?.destination ?? Endpoint(packet.destination, 0)
        let other = Endpoint(router(packet.family), 7)
        packet.icmp?.rewriteQuotedSource(to: other)
        packet.icmp?.rewriteQuotedDestination(to: other)
        packet.rewriteSource(to: other)
        packet.rewriteDestination(to: other)
        precondition(isValid != true || packet.hasValidTransportChecksum == true)
        guard let read = try? IPPacket(reading: packet.buffer) else {
            fatalError("unreadable after rewriting")
        }
        precondition(read.content == content && read.source == other.address)
        packet.rewriteSource(to: near)
        packet.rewriteDestination(to: far)
        precondition(packet.flow == flow)
        packet.fillTransportChecksum()
        precondition(packet.hasValidTransportChecksum != false)
        _ = packet.crossRouter()
        guard (try? IPPacket(reading: packet.buffer)) != nil else { fatalError("unreadable behind a router") }
    }

    /// The pieces of a packet carry its payload, in order.
    private static func cut(_ packet: IPPacket, into slot: PacketBuffer) {
        guard !packet.mustNotBeFragmented else { return }
        var offset = 0
        var payload: [UInt8] = []
        while let piece = packet.piece(from: &offset, mtu: 100, in: slot) { payload += piece.payload.copied }
        precondition(payload == packet.payload.copied)
    }

    /// Puts the IPv4 header checksum right, so that what lies behind it is reached.
    private static func repairHeader(_ packet: PacketBuffer) {
        guard packet.count >= 20, packet[0] >> 4 == 4 else { return }
        let words = Int(packet[0] & 15) * 2
        guard words >= 10, words * 2 <= packet.count else { return }
        packet.setUInt16(0, at: 10)
        var sum = (0..<words).reduce(UInt32(0)) { $0 + UInt32(packet.uint16(at: $1 * 2)) }
        while sum > 0xFFFF { sum = (sum & 0xFFFF) + (sum >> 16) }
        packet.setUInt16(~UInt16(sum), at: 10)
    }
}
