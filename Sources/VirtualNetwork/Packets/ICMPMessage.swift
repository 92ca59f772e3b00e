public import SansIO

/// The ICMP or ICMPv6 message that a packet carries.
///
/// RFC 792, RFC 4443
public struct ICMPMessage {
    /// The identifier and the sequence number of an echo.
    public struct Echo: Hashable, Sendable {
        public var identifier: UInt16
        public var sequenceNumber: UInt16

        public init(identifier: UInt16, sequenceNumber: UInt16) {
            self.identifier = identifier
            self.sequenceNumber = sequenceNumber
        }
    }

    /// What the message says, the same words for both versions.
    public enum Kind: Hashable, Sendable {
        case echoRequest(Echo)
        case echoReply(Echo)
        /// An error about the packet that the message quotes.
        case error(ICMPError)
        /// Anything else, such as a redirect or a neighbour solicitation.
        case other
    }

    public let packet: IPPacket

    /// Nil when the packet does not carry ICMP, or is a fragment that is not the first.
    init?(_ packet: IPPacket) {
        guard packet.content == .icmp else { return nil }
        self.packet = packet
    }

    private var offset: Int { packet.payloadOffset }

    public var type: UInt8 { packet.buffer[offset] }
    public var code: UInt8 { packet.buffer[offset + 1] }
    public var checksum: UInt16 { packet.buffer.uint16(at: offset + 2) }

    /// What follows the first 8 bytes: the data of an echo, the packet that an error quotes.
    public var body: PacketBuffer { packet.buffer.slice(offset + 8..<packet.buffer.count) }

    public var kind: Kind {
        switch (packet.family, type) {
        case (.v4, 8), (.v6, 128): return .echoRequest(echo)
        case (.v4, 0), (.v6, 129): return .echoReply(echo)
        default: break
        }
        let rest = packet.buffer.uint32(at: offset + 4)
        guard let error = ICMPError(packet.family, type: type, code: code, rest: rest) else { return .other }
        return .error(error)
    }

    /// The packet that an error quotes; nil when this is no error, or quotes too little to tell the ports.
    public var quoted: IPPacket? {
        guard case .error = kind, let quoted = try? IPPacket(quotedIn: body),
            quoted.family == packet.family
        else { return nil }
        if case .malformed = quoted.content { return nil }
        return quoted
    }

    private var echo: Echo {
        Echo(
            identifier: packet.buffer.uint16(at: offset + 4),
            sequenceNumber: packet.buffer.uint16(at: offset + 6)
        )
    }
}
