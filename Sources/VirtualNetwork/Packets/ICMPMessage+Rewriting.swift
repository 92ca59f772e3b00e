public import SansIO

/// What a NAT changes in the packet that an ICMP error quotes.
///
/// RFC 5508 §4.2: the quote is put back to what its sender sent, checksums and all, and the error's own
/// checksum follows.
extension ICMPMessage {
    /// Puts the source of the quoted packet in place of what stands there; does nothing without a quote.
    ///
    /// - Precondition: the address is of the packet's family.
    public func rewriteQuotedSource(to endpoint: Endpoint) {
        changeQuote { $0.rewriteSource(to: endpoint) }
    }

    /// Puts the destination of the quoted packet in place of what stands there; as above.
    public func rewriteQuotedDestination(to endpoint: Endpoint) {
        changeQuote { $0.rewriteDestination(to: endpoint) }
    }

    private func changeQuote(_ rewrite: (IPPacket) -> Void) {
        guard let quoted else { return }
        let before = sum(of: quoted)
        rewrite(quoted)
        var change = ChecksumChange()
        change.replace(before, with: sum(of: quoted))
        packet.apply(change)
    }

    private func sum(of quoted: IPPacket) -> UInt16 {
        var checksum = InternetChecksum()
        checksum.add(quoted.buffer, 0..<quoted.buffer.count)
        return checksum.folded
    }
}
