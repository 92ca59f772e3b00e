import SansIO

extension IPPacket.Content {
    /// What is behind the headers.
    ///
    /// Of a quote and of a first fragment, only what must be there is asked for.
    init(_ buffer: PacketBuffer, _ headers: IPHeaders, isQuote: Bool) {
        if let fragment = headers.fragment, !fragment.isFirst {
            self = .laterFragment
            return
        }
        let isWhole = !isQuote && headers.fragment == nil
        let available = buffer.count - headers.payloadOffset
        switch (headers.upperProtocol, headers.family) {
        case (.udp, _):
            self = Self.datagram(buffer, at: headers.payloadOffset, available, isWhole: isWhole)
        case (.tcp, _):
            self = Self.segment(buffer, at: headers.payloadOffset, available, isQuote: isQuote)
        case (.icmp, .v4), (.icmpv6, .v6):
            self = available >= 8 ? .icmp : .malformed(.truncatedTransport)
        default:
            self = .other
        }
    }

    /// UDP, RFC 768.
    private static func datagram(
        _ buffer: PacketBuffer,
        at offset: Int,
        _ available: Int,
        isWhole: Bool
    ) -> Self {
        guard available >= 8 else { return .malformed(.truncatedTransport) }
        let length = Int(buffer.uint16(at: offset + 4))
        guard length >= 8, !isWhole || length <= available else { return .malformed(.datagramLength) }
        return .udp
    }

    /// TCP, RFC 9293 §3.1.
    ///
    /// The checksum has to be in the first fragment, or nobody could rewrite it; a quote has at least the ports.
    private static func segment(
        _ buffer: PacketBuffer,
        at offset: Int,
        _ available: Int,
        isQuote: Bool
    ) -> Self {
        guard available >= (isQuote ? 8 : 20) else { return .malformed(.truncatedTransport) }
        if isQuote { return .tcp }
        let headerLength = Int(buffer[offset + 12] >> 4) * 4
        guard headerLength >= 20, headerLength <= available else { return .malformed(.segmentOffset) }
        return .tcp
    }
}
