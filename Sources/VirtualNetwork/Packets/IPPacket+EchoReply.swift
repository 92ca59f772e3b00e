import SansIO

extension IPPacket {
    /// Makes an echo request the reply to it, in place; false when it is none.
    ///
    /// RFC 792, RFC 4443 §4.2: the data come back as they were.
    func becomeEchoReply() -> Bool {
        guard case .echoRequest = icmp?.kind else { return false }
        let (asked, asker) = (destination, source)
        buffer.setAddress(asked, at: addressOffset(.source))
        buffer.setAddress(asker, at: addressOffset(.destination))
        var change = ChecksumChange()
        let old = buffer.uint16(at: payloadOffset)
        buffer[payloadOffset] = family == .v4 ? 0 : 129
        change.replace(old, with: buffer.uint16(at: payloadOffset))
        apply(change)
        setTimeToLive(64)
        return true
    }

    private func setTimeToLive(_ hops: UInt8) {
        guard family == .v4 else { return buffer[7] = hops }
        var change = ChecksumChange()
        let old = buffer.uint16(at: 8)
        buffer[8] = hops
        change.replace(old, with: buffer.uint16(at: 8))
        buffer.setUInt16(change.applied(to: buffer.uint16(at: 10)), at: 10)
    }
}
