import STUN
import SansIO

/// A Send indication, written around the application's bytes where they lie.
///
/// RFC 8656 §11.1. It has the form of a Data indication, and DONT-FRAGMENT if wanted: at most 52 bytes of the
/// headroom.
enum SendIndication {
    static func frame(
        _ payload: PacketBuffer,
        to peer: Endpoint,
        transactionID: TransactionID,
        dontFragment: Bool
    ) -> PacketBuffer {
        var message = DataIndication.frame(payload, from: peer, transactionID: transactionID)
        if dontFragment {
            message = message.extendedFront(by: 4)
            for offset in 0..<20 { message[offset] = message[offset + 4] }
            message.setUInt16(AttributeType.dontFragment.rawValue, at: 20)
            message.setUInt16(0, at: 22)
            message.setUInt16(UInt16(message.count - 20), at: 2)
        }
        message.setUInt16(0x0016, at: 0)
        return message
    }

    /// Whether the message's length stays within 16 bits.
    static func fits(_ payload: PacketBuffer, to peer: Endpoint, dontFragment: Bool) -> Bool {
        let addressLength = peer.address.family == .v4 ? 8 : 20
        let padded = (payload.count + 3) & ~3
        return (dontFragment ? 4 : 0) + 4 + addressLength + 4 + padded <= Int(UInt16.max)
    }
}
