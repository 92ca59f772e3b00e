public import STUN

/// The name of a relay port that the server keeps for the client.
///
/// RFC 8656 §18.10
public struct ReservationToken: Attribute {
    public static let type = AttributeType.reservationToken

    public var rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count == 8 else { throw .wrongLength(value.count) }
        rawValue = 0
        for index in 0..<8 { rawValue = rawValue << 8 | UInt64(value[index]) }
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(UInt32(truncatingIfNeeded: rawValue >> 32))
        writer.append(UInt32(truncatingIfNeeded: rawValue))
    }
}
