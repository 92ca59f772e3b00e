public import SansIO

/// The UDP header of a packet and what it carries.
///
/// RFC 768
public struct UDPDatagram {
    public let packet: IPPacket

    /// Nil when the packet does not carry UDP, or is a fragment that is not the first.
    init?(_ packet: IPPacket) {
        guard packet.content == .udp else { return nil }
        self.packet = packet
    }

    private var offset: Int { packet.payloadOffset }

    public var source: Endpoint { Endpoint(packet.source, packet.buffer.uint16(at: offset)) }
    public var destination: Endpoint { Endpoint(packet.destination, packet.buffer.uint16(at: offset + 2)) }

    /// The length of header and payload, as the header tells.
    public var length: Int { Int(packet.buffer.uint16(at: offset + 4)) }

    /// The checksum; 0 when the sender computed none.
    public var checksum: UInt16 { packet.buffer.uint16(at: offset + 6) }

    /// What it carries; of a fragment or a quote, the part that is there.
    public var payload: PacketBuffer {
        packet.buffer.slice(offset + 8..<min(offset + length, packet.buffer.count))
    }
}
