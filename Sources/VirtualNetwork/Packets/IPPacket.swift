public import SansIO

/// An IPv4 or IPv6 packet in a buffer, read once: where its headers lie and what it carries.
///
/// A view: the bytes stay where they are and are changed in place. What this type says is checked, so that
/// nothing that follows has to look at a length again. RFC 791 §3.1, RFC 8200 §3
public struct IPPacket {
    /// What follows the IP headers, as far as a router or a NAT has to know it.
    public enum Content: Hashable, Sendable {
        /// A UDP header, and the payload that its length field tells.
        case udp
        /// A TCP header with its options.
        case tcp
        /// At least the first 8 bytes of ICMP (over IPv4) or ICMPv6 (over IPv6).
        case icmp
        /// A fragment that is not the first: no transport header.
        case laterFragment
        /// A protocol that is passed on without being looked into.
        case other
        /// UDP, TCP or ICMP that cannot be read.
        case malformed(PacketFault)
    }

    /// The packet's bytes, without what the buffer held behind its end.
    public let buffer: PacketBuffer
    public let family: IPAddress.Family
    /// What is carried behind the IP header and all extension headers.
    public let upperProtocol: IPProtocol
    /// Where the transport header begins.
    public let payloadOffset: Int
    /// Which part of a larger packet this is; nil for a whole one.
    public let fragment: IPFragment?
    public let content: Content
    /// Whether this is the packet that an ICMP error quotes: its end may be missing.
    public let isQuote: Bool

    /// Reads the packet at the start of the buffer.
    ///
    /// The IPv4 header checksum is checked; that of the transport is not, as in any router.
    public init(reading buffer: PacketBuffer) throws(PacketFault) {
        try self.init(buffer, isQuote: false)
    }

    /// Reads what an ICMP error quotes: the first bytes of a packet, whose checksums nobody looks at.
    init(quotedIn buffer: PacketBuffer) throws(PacketFault) {
        try self.init(buffer, isQuote: true)
    }

    private init(_ buffer: PacketBuffer, isQuote: Bool) throws(PacketFault) {
        guard buffer.count >= 1 else { throw .truncatedHeader }
        let header =
            switch buffer[0] >> 4 {
            case 4: try IPHeaders(v4: buffer, isQuote: isQuote)
            case 6: try IPHeaders(v6: buffer, isQuote: isQuote)
            case let version: throw .version(version)
            }
        self.init(unchecked: buffer.slice(0..<header.end), headers: header, isQuote: isQuote)
    }

    /// A packet whose IP headers are known to be as `headers` says.
    init(unchecked buffer: PacketBuffer, headers: IPHeaders, isQuote: Bool) {
        self.buffer = buffer
        family = headers.family
        upperProtocol = headers.upperProtocol
        payloadOffset = headers.payloadOffset
        fragment = headers.fragment
        self.isQuote = isQuote
        content = Content(buffer, headers, isQuote: isQuote)
    }
}

extension IPPacket {
    /// Which host a packet names: the one it is from or the one it is for.
    enum Side {
        case source
        case destination
    }

    func addressOffset(_ side: Side) -> Int {
        switch (family, side) {
        case (.v4, .source): 12
        case (.v4, .destination): 16
        case (.v6, .source): 8
        case (.v6, .destination): 24
        }
    }

    /// The address the packet is from.
    public var source: IPAddress { buffer.address(family, at: addressOffset(.source)) }

    /// The address the packet is for.
    public var destination: IPAddress { buffer.address(family, at: addressOffset(.destination)) }

    /// How many routers it may still cross: TTL or hop limit.
    public var timeToLive: UInt8 { buffer[family == .v4 ? 8 : 7] }

    /// Whether a router must not cut it: the DF bit, and IPv6 always.
    public var mustNotBeFragmented: Bool { family == .v6 || buffer[6] & 0x40 != 0 }

    /// What the IP headers carry.
    public var payload: PacketBuffer { buffer.slice(payloadOffset..<buffer.count) }

    /// Its UDP datagram, if it carries one whole or begins with its header.
    public var udp: UDPDatagram? { UDPDatagram(self) }

    /// Its TCP segment, if it carries one whole or begins with its header.
    public var tcp: TCPSegment? { TCPSegment(self) }

    /// Its ICMP or ICMPv6 message, if it carries one.
    public var icmp: ICMPMessage? { ICMPMessage(self) }

    /// Which conversation it belongs to.
    ///
    /// Nil for what names none: a fragment that is not the first, an ICMP message that is no echo, and
    /// bytes that cannot be read.
    public var flow: FlowKey? {
        let ports: (source: UInt16, destination: UInt16)
        switch content {
        case .udp, .tcp:
            ports = (buffer.uint16(at: payloadOffset), buffer.uint16(at: payloadOffset + 2))
        case .icmp:
            switch icmp?.kind {
            case .echoRequest(let echo): ports = (echo.identifier, 0)
            case .echoReply(let echo): ports = (0, echo.identifier)
            default: return nil
            }
        case .other:
            ports = (0, 0)
        case .laterFragment, .malformed:
            return nil
        }
        return FlowKey(
            upperProtocol,
            from: Endpoint(source, ports.source),
            to: Endpoint(destination, ports.destination)
        )
    }
}
