public import STUN

/// A wish for an even relay port and, with the R bit, for the next higher port to be kept for a while.
///
/// RFC 8656 §18.7
public struct EvenPort: Attribute {
    public static let type = AttributeType.evenPort

    /// The R bit: the next port is to be reserved.
    public var reservesNextPort: Bool

    public init(reservesNextPort: Bool) {
        self.reservesNextPort = reservesNextPort
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count == 1 else { throw .wrongLength(value.count) }
        reservesNextPort = value[0] & 0x80 != 0
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(UInt8(reservesNextPort ? 0x80 : 0))
    }
}
