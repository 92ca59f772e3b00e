/// Why bytes are no packet, or no packet that a host or a router may act on.
public enum PacketFault: Error, Hashable, Sendable {
    /// The version field is neither 4 nor 6.
    case version(UInt8)
    /// The bytes end inside the IP header or one of its extension headers.
    case truncatedHeader
    /// An IPv4 header length below 5 words, or beyond the packet.
    case headerLength
    /// A total or payload length beyond the bytes that are there, or shorter than the header.
    case totalLength
    /// The IPv4 header checksum does not fit (RFC 1812 §5.2.2).
    case headerChecksum
    /// More IPv6 extension headers than anybody sends.
    case extensionHeaders
    /// A fragment that would reach beyond 65,535 bytes.
    case fragmentOffset
    /// The bytes end inside the transport header.
    case truncatedTransport
    /// A UDP length below 8, or beyond the packet.
    case datagramLength
    /// A TCP data offset below 5 words, or beyond the packet.
    case segmentOffset
}
