public import STUN

/// The number that stands for a peer in ChannelData messages: 0x4000 to 0x4FFF, and up to 0x7FFF by RFC 5766.
///
/// RFC 8656 §18.1 and §12
public struct ChannelNumber: Attribute, RawRepresentable {
    public static let type = AttributeType.channelNumber
    /// The numbers that RFC 8656 §12 leaves to channels.
    public static let range: ClosedRange<UInt16> = 0x4000...0x4FFF
    /// The numbers of RFC 5766 §11, which clients of that time still draw from, coturn's 4.6 among them.
    public static let rangeOfRFC5766: ClosedRange<UInt16> = 0x4000...0x7FFF

    public let rawValue: UInt16

    public init?(rawValue: UInt16) {
        guard Self.rangeOfRFC5766.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count == 4 else { throw .wrongLength(value.count) }
        guard let number = ChannelNumber(rawValue: UInt16(value[0]) << 8 | UInt16(value[1])) else {
            throw .outOfRange
        }
        self = number
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(rawValue)
        writer.append(UInt16(0))
    }
}
