public import SansIO

extension ICMPError {
    /// The error as an answer to `packet`, sent by `router`; nil where the RFCs forbid one.
    ///
    /// It is written at the start of `slot`, whose count tells the room: 576 bytes (IPv4) or 1280 (IPv6)
    /// let it quote as much as it may; nil when not even the quoted headers fit. No error answers an error,
    /// a fragment that is not the first (IPv4), a packet to many, or one whose source is no single host:
    /// RFC 1122 §3.2.2, RFC 1812 §4.3.2, RFC 4443 §2.4.
    public func answer(to packet: IPPacket, from router: IPAddress, in slot: PacketBuffer) -> IPPacket? {
        guard router.family == packet.family, packet.mayBeAnswered(with: self) else { return nil }
        let isV4 = packet.family == .v4
        let headers = (isV4 ? 20 : 40) + 8
        let room = min(slot.count, isV4 ? 576 : 1280) - headers
        guard room >= packet.payloadOffset + 8 || room >= packet.buffer.count else { return nil }
        let quoted = packet.buffer.slice(0..<min(packet.buffer.count, room))
        let body = slot.slice(headers..<headers + quoted.count)
        for index in 0..<quoted.count { body[index] = quoted[index] }

        let message = body.extendedFront(by: 8)
        let (type, code, rest) = fields(packet.family)
        message[0] = type
        message[1] = code
        message.setUInt16(0, at: 2)
        message.setUInt32(rest, at: 4)
        let answer = IPPacket(
            enclosing: message,
            as: isV4 ? .icmp : .icmpv6,
            from: router,
            to: packet.source,
            trafficClass: isV4 ? 0xC0 : 0
        )
        answer.fillTransportChecksum()
        return answer
    }
}

extension IPPacket {
    fileprivate func mayBeAnswered(with error: ICMPError) -> Bool {
        guard source.isSingleHost else { return false }
        if destination.isMulticast || destination == .limitedBroadcast {
            // RFC 4443 §2.4 (e.3): too big is told, so that the MTU towards a group is found.
            guard family == .v6, case .packetTooBig = error else { return false }
        }
        switch content {
        case .laterFragment:
            return family == .v6
        case .icmp:
            switch icmp?.kind {
            case .echoRequest, .echoReply: return true
            case .error, nil: return false
            case .other: return icmp?.isRedirect == false
            }
        case .malformed:
            return upperProtocol != .icmp && upperProtocol != .icmpv6
        case .udp, .tcp, .other:
            return true
        }
    }
}

extension ICMPMessage {
    fileprivate var isRedirect: Bool { type == (packet.family == .v4 ? 5 : 137) }
}

extension IPAddress {
    fileprivate static let limitedBroadcast = IPAddress(v4: .max)

    /// Whether an address can be that of one host elsewhere: not 0.0.0.0/8, loopback, a group or class E.
    fileprivate var isSingleHost: Bool {
        if isUnspecified || isLoopback || isMulticast { return false }
        return family == .v6 || (low >> 24 != 0 && low >> 28 != 0xF)
    }
}
