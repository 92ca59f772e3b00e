public import SansIO

/// The TCP header of a packet and what it carries.
///
/// RFC 9293 §3.1. Of a quote only the ports and the sequence number are sure to be there.
public struct TCPSegment {
    public let packet: IPPacket

    /// Nil when the packet does not carry TCP, or is a fragment that is not the first.
    init?(_ packet: IPPacket) {
        guard packet.content == .tcp else { return nil }
        self.packet = packet
    }

    private var offset: Int { packet.payloadOffset }
    private var isWhole: Bool { !packet.isQuote }

    public var source: Endpoint { Endpoint(packet.source, packet.buffer.uint16(at: offset)) }
    public var destination: Endpoint { Endpoint(packet.destination, packet.buffer.uint16(at: offset + 2)) }
    public var sequenceNumber: UInt32 { packet.buffer.uint32(at: offset + 4) }

    /// The acknowledgment number; 0 in a quote.
    public var acknowledgmentNumber: UInt32 { isWhole ? packet.buffer.uint32(at: offset + 8) : 0 }

    /// The control bits; none in a quote.
    public var flags: TCPFlags { isWhole ? TCPFlags(rawValue: packet.buffer[offset + 13]) : [] }

    /// What it carries; empty in a quote.
    public var payload: PacketBuffer {
        let end = packet.buffer.count
        return packet.buffer.slice((isWhole ? offset + Int(packet.buffer[offset + 12] >> 4) * 4 : end)..<end)
    }
}
