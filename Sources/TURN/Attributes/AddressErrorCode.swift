public import STUN

/// Why one of the two families of a dual allocation could not be had.
///
/// RFC 8656 §18.12
public struct AddressErrorCode: Attribute {
    public static let type = AttributeType.addressErrorCode

    public var family: AddressFamilyCode
    public var error: ErrorCode

    public init(family: AddressFamilyCode, error: ErrorCode) {
        self.family = family
        self.error = error
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count >= 4 else { throw .wrongLength(value.count) }
        family = AddressFamilyCode(rawValue: value[0])
        error = try ErrorCode(decoding: value, transactionID: transactionID)
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(family.rawValue)
        writer.append(UInt8(0))
        writer.append(UInt8(truncatingIfNeeded: error.code / 100))
        writer.append(UInt8(truncatingIfNeeded: error.code % 100))
        writer.append(contentsOf: error.reason.utf8)
    }
}
