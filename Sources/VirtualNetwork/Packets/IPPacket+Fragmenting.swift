public import SansIO

extension IPPacket {
    /// Writes the next piece of an IPv4 packet that is too long for a link, as a router cuts it.
    ///
    /// RFC 791 §2.3. `offset` is 0 at first and is moved to where the next piece begins; nil when there is no
    /// further one, when the packet must not be cut, or when neither `mtu` nor the slot holds 8 bytes of
    /// payload. Later pieces repeat no options.
    public func piece(from offset: inout Int, mtu: Int, in slot: PacketBuffer) -> IPPacket? {
        guard !mustNotBeFragmented, offset >= 0, offset < payload.count else { return nil }
        let headerLength = offset == 0 ? payloadOffset : 20
        let room = min(mtu, slot.count) - headerLength
        let rest = payload.count - offset
        let count = rest <= room ? rest : room / 8 * 8
        guard count > 0 else { return nil }

        let piece = slot.slice(0..<headerLength + count)
        for index in 0..<headerLength { piece[index] = buffer[index] }
        for index in 0..<count { piece[headerLength + index] = buffer[payloadOffset + offset + index] }
        piece[0] = 0x40 | UInt8(headerLength / 4)
        piece.setUInt16(UInt16(piece.count), at: 2)
        let isFollowed = count < rest || fragment?.isFollowed == true
        let place = UInt16(((fragment?.offset ?? 0) + offset) / 8)
        piece.setUInt16((isFollowed ? 0x2000 : 0) | place, at: 6)
        piece.setUInt16(0, at: 10)
        var checksum = InternetChecksum()
        checksum.add(piece, 0..<headerLength)
        piece.setUInt16(checksum.value, at: 10)
        offset += count
        return try? IPPacket(reading: piece)
    }
}
