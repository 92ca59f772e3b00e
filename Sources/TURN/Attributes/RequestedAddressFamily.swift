public import STUN

/// The family that the client wants its relayed address in, or whose half of a dual allocation a Refresh means.
///
/// RFC 8656 §18.6
public struct RequestedAddressFamily: Attribute {
    public static let type = AttributeType.requestedAddressFamily

    public var code: AddressFamilyCode

    public init(_ code: AddressFamilyCode) {
        self.code = code
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count == 4 else { throw .wrongLength(value.count) }
        code = AddressFamilyCode(rawValue: value[0])
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(code.rawValue)
        writer.append(contentsOf: [0, 0, 0])
    }
}
