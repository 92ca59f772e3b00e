import SansIO

extension IPPacket {
    /// Where the transport's checksum stands; nil when it has none, or when its place is not in this packet.
    var checksumOffset: Int? {
        let offset: Int
        switch content {
        case .udp: offset = payloadOffset + 6
        case .tcp: offset = payloadOffset + 16
        case .icmp: offset = payloadOffset + 2
        case .laterFragment, .other, .malformed: return nil
        }
        return offset + 2 <= buffer.count ? offset : nil
    }

    /// Whether the transport's checksum also covers the addresses: not that of ICMP over IPv4.
    var checksumCoversAddresses: Bool {
        content == .udp || content == .tcp || (content == .icmp && family == .v6)
    }

    /// Whether the transport's checksum fits its bytes.
    ///
    /// Nil when that cannot be told: a fragment, a quote, another protocol, or UDP without a checksum over
    /// IPv4. Over IPv6 such a datagram is wrong (RFC 8200 §8.1).
    public var hasValidTransportChecksum: Bool? {
        guard !isQuote, fragment == nil, let offset = checksumOffset else { return nil }
        if content == .udp, buffer.uint16(at: offset) == 0 { return family == .v4 ? nil : false }
        return transportChecksum().folded == 0xFFFF
    }

    /// Computes the transport's checksum from all of its bytes and writes it.
    ///
    /// Does nothing to a fragment, a quote and other protocols. A UDP checksum of 0 is written as 0xFFFF.
    public func fillTransportChecksum() {
        guard !isQuote, fragment == nil, let offset = checksumOffset else { return }
        buffer.setUInt16(0, at: offset)
        let checksum = transportChecksum().value
        buffer.setUInt16(checksum == 0 && content == .udp ? 0xFFFF : checksum, at: offset)
    }

    /// The sum over the pseudo header (RFC 768, RFC 9293 §3.1, RFC 8200 §8.1) and all bytes.
    private func transportChecksum() -> InternetChecksum {
        let length = udp?.length ?? buffer.count - payloadOffset
        var checksum = InternetChecksum()
        if checksumCoversAddresses {
            checksum.add(source)
            checksum.add(destination)
            checksum.add(UInt16(truncatingIfNeeded: length))
            checksum.add(UInt16(upperProtocol.rawValue))
        }
        checksum.add(buffer, payloadOffset..<payloadOffset + length)
        return checksum
    }
}
