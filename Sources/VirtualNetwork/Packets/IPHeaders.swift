import SansIO

/// Where the headers of an IP packet end and what they say, without its addresses.
struct IPHeaders {
    let family: IPAddress.Family
    let upperProtocol: IPProtocol
    /// Where the transport header begins.
    let payloadOffset: Int
    /// Where the packet ends.
    let end: Int
    let fragment: IPFragment?

    init(_ family: IPAddress.Family, _ upperProtocol: IPProtocol, payloadOffset: Int, end: Int) {
        self.family = family
        self.upperProtocol = upperProtocol
        self.payloadOffset = payloadOffset
        self.end = end
        fragment = nil
    }

    /// The IPv4 header of RFC 791 §3.1.
    init(v4 buffer: PacketBuffer, isQuote: Bool) throws(PacketFault) {
        guard buffer.count >= 20 else { throw .truncatedHeader }
        let headerLength = Int(buffer[0] & 0x0F) * 4
        guard headerLength >= 20 else { throw .headerLength }
        guard headerLength <= buffer.count else { throw .truncatedHeader }
        let totalLength = Int(buffer.uint16(at: 2))
        guard totalLength >= headerLength, isQuote || totalLength <= buffer.count else {
            throw .totalLength
        }
        if !isQuote {
            var checksum = InternetChecksum()
            checksum.add(buffer, 0..<headerLength)
            guard checksum.folded == 0xFFFF else { throw .headerChecksum }
        }
        let flags = buffer.uint16(at: 6)
        let offset = Int(flags & 0x1FFF) * 8
        guard offset + totalLength - headerLength <= 65_535 else { throw .fragmentOffset }
        family = .v4
        upperProtocol = IPProtocol(rawValue: buffer[9])
        payloadOffset = headerLength
        end = min(totalLength, buffer.count)
        fragment = IPFragment(
            identification: UInt32(buffer.uint16(at: 4)),
            offset: offset,
            isFollowed: flags & 0x2000 != 0
        )
    }

    /// RFC 8200 §3, and the extension headers of §4.
    init(v6 buffer: PacketBuffer, isQuote: Bool) throws(PacketFault) {
        guard buffer.count >= 40 else { throw .truncatedHeader }
        let totalLength = 40 + Int(buffer.uint16(at: 4))
        guard isQuote || totalLength <= buffer.count else { throw .totalLength }
        let end = min(totalLength, buffer.count)
        var headers = ExtensionHeaders(first: IPProtocol(rawValue: buffer[6]))
        try headers.walk(buffer.slice(0..<end))
        if let fragment = headers.fragment {
            guard fragment.offset + end - headers.offset <= 65_535 else { throw .fragmentOffset }
        }
        family = .v6
        upperProtocol = headers.next
        payloadOffset = headers.offset
        self.end = end
        fragment = headers.fragment
    }
}
