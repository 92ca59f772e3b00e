public import SansIO

/// What a router and a NAT change in a packet that passes.
///
/// All checksums are carried along by the difference (RFC 1624): one that was wrong stays wrong.
extension IPPacket {
    /// What a router finds when it takes one from the time to live.
    public enum Hop: Hashable, Sendable {
        /// One was taken; the packet goes on.
        case goesOn
        /// It may cross no further router and was left as it is: time exceeded (RFC 1812 §5.3.1).
        case expired
    }

    /// Takes one from the time to live, or says that none is left.
    public func crossRouter() -> Hop {
        guard timeToLive > 1 else { return .expired }
        if family == .v4 {
            var change = ChecksumChange()
            let old = buffer.uint16(at: 8)
            change.replace(old, with: old - 0x100)
            buffer.setUInt16(old - 0x100, at: 8)
            buffer.setUInt16(change.applied(to: buffer.uint16(at: 10)), at: 10)
        } else {
            buffer[7] -= 1
        }
        return .goesOn
    }

    /// Puts the address and the port the packet is from in place of what stands there.
    ///
    /// The port is that of UDP and TCP and the identifier of an echo request; packets without one (later
    /// fragments, ICMP errors, other protocols) keep everything but the address.
    ///
    /// - Precondition: the address is of the packet's family.
    public func rewriteSource(to endpoint: Endpoint) {
        rewrite(.source, to: endpoint)
    }

    /// Puts the address and the port the packet is for in place of what stands there.
    ///
    /// As `rewriteSource`, with the identifier of an echo reply.
    public func rewriteDestination(to endpoint: Endpoint) {
        rewrite(.destination, to: endpoint)
    }

    private func rewrite(_ side: Side, to endpoint: Endpoint) {
        precondition(endpoint.address.family == family)
        let offset = addressOffset(side)
        var addressChange = ChecksumChange()
        addressChange.replace(buffer.address(family, at: offset), with: endpoint.address)
        buffer.setAddress(endpoint.address, at: offset)
        if family == .v4 {
            buffer.setUInt16(addressChange.applied(to: buffer.uint16(at: 10)), at: 10)
        }
        var change = checksumCoversAddresses ? addressChange : ChecksumChange()
        if let offset = portOffset(side) {
            change.replace(buffer.uint16(at: offset), with: endpoint.port)
            buffer.setUInt16(endpoint.port, at: offset)
        }
        apply(change)
    }

    /// Where the port of one side stands; nil when the packet has none.
    private func portOffset(_ side: Side) -> Int? {
        switch content {
        case .udp, .tcp:
            return payloadOffset + (side == .source ? 0 : 2)
        case .icmp:
            switch (icmp?.kind, side) {
            case (.echoRequest, .source), (.echoReply, .destination): return payloadOffset + 4
            default: return nil
            }
        case .laterFragment, .other, .malformed:
            return nil
        }
    }

    /// Changes the transport's checksum; a UDP checksum of 0 means none and stays.
    func apply(_ change: ChecksumChange) {
        guard let offset = checksumOffset else { return }
        let old = buffer.uint16(at: offset)
        guard content == .udp else { return buffer.setUInt16(change.applied(to: old), at: offset) }
        guard old != 0 else { return }
        let new = change.applied(to: old)
        buffer.setUInt16(new == 0 ? 0xFFFF : new, at: offset)
    }
}
