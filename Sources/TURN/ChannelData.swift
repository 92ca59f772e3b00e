public import SansIO

/// A ChannelData message: 16 bits channel number, 16 bits length, then the application's bytes.
///
/// RFC 8656 §12.4. Over a stream it is padded to a multiple of 4 bytes, and the length does not count the
/// padding; over UDP a receiver must accept it with and without.
public enum ChannelData {
    public static let headerLength = 4

    /// The channel and the application's bytes of a ChannelData message; nil when it is cut short or its
    /// number is no channel's.
    ///
    /// What follows the declared length (padding, or more) is ignored.
    public static func parse(_ message: PacketBuffer) -> (channel: UInt16, payload: PacketBuffer)? {
        guard message.count >= headerLength else { return nil }
        let channel = message.uint16(at: 0)
        let length = Int(message.uint16(at: 2))
        guard ChannelNumber.rangeOfRFC5766.contains(channel), headerLength + length <= message.count else {
            return nil
        }
        return (channel, message.slice(headerLength..<headerLength + length))
    }

    /// The message around `payload`, its header written into the headroom; with `padded`, zeros are written
    /// behind it up to a multiple of 4 bytes.
    ///
    /// - Precondition: `payload` has at most 65,535 bytes.
    public static func frame(_ payload: PacketBuffer, channel: UInt16, padded: Bool) -> PacketBuffer {
        precondition(payload.count <= UInt16.max)
        var message = payload.extendedFront(by: headerLength)
        message.setUInt16(channel, at: 0)
        message.setUInt16(UInt16(payload.count), at: 2)
        if padded {
            let length = message.count
            message = message.extendedBack(by: -length & 3)
            for offset in length..<message.count { message[offset] = 0 }
        }
        return message
    }
}
