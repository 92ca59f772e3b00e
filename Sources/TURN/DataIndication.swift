public import STUN
public import SansIO

/// A Data indication, written around the application's bytes where they lie.
///
/// RFC 8656 §11.3. This is the message of a peer without a channel, so it belongs to the packet path: the
/// headers go into the headroom (36 bytes for IPv4, 48 for IPv6), the padding behind, nothing is allocated.
public enum DataIndication {
    private static let dataHeaderLength = 4

    /// The message around `payload`.
    ///
    /// - Precondition: `payload` came in a UDP datagram, so that the message's length fits 16 bits; the
    ///   longest IPv4 payload (65,507 bytes) leaves 28 bytes, which the caller has checked with `fits`.
    public static func frame(
        _ payload: PacketBuffer,
        from peer: Endpoint,
        transactionID: TransactionID
    ) -> PacketBuffer {
        let addressLength = peer.address.family == .v4 ? 8 : 20
        let front = 20 + 4 + addressLength + dataHeaderLength
        let padding = -payload.count & 3
        var message = payload.extendedFront(by: front)
        message = message.extendedBack(by: padding)
        message.setUInt16(0x0017, at: 0)
        message.setUInt16(UInt16(message.count - 20), at: 2)
        message.setUInt32(0x2112_A442, at: 4)
        message.setUInt32(transactionID.high, at: 8)
        message.setUInt32(UInt32(truncatingIfNeeded: transactionID.low >> 32), at: 12)
        message.setUInt32(UInt32(truncatingIfNeeded: transactionID.low), at: 16)
        message.setUInt16(AttributeType.xorPeerAddress.rawValue, at: 20)
        message.setUInt16(UInt16(addressLength), at: 22)
        message.setUInt16(peer.address.family == .v4 ? 1 : 2, at: 24)
        message.setUInt16(peer.port ^ 0x2112, at: 26)
        if peer.address.family == .v4 {
            message.setUInt32(UInt32(truncatingIfNeeded: peer.address.low) ^ 0x2112_A442, at: 28)
        } else {
            let high = peer.address.high ^ (0x2112_A442 << 32 | UInt64(transactionID.high))
            let low = peer.address.low ^ transactionID.low
            message.setUInt32(UInt32(truncatingIfNeeded: high >> 32), at: 28)
            message.setUInt32(UInt32(truncatingIfNeeded: high), at: 32)
            message.setUInt32(UInt32(truncatingIfNeeded: low >> 32), at: 36)
            message.setUInt32(UInt32(truncatingIfNeeded: low), at: 40)
        }
        message.setUInt16(AttributeType.data.rawValue, at: front - dataHeaderLength)
        message.setUInt16(UInt16(payload.count), at: front - 2)
        for offset in message.count - padding..<message.count { message[offset] = 0 }
        return message
    }

    /// Whether a Data indication around `payload` from a peer of `family` keeps its length within 16 bits.
    public static func fits(_ payload: PacketBuffer, family: IPAddress.Family) -> Bool {
        4 + (family == .v4 ? 8 : 20) + dataHeaderLength + (payload.count + 3) & ~3 <= Int(UInt16.max)
    }
}
