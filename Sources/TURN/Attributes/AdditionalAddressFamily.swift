public import STUN

/// A wish for a second relayed address, an IPv6 one, beside the IPv4 one.
///
/// RFC 8656 §18.11
public struct AdditionalAddressFamily: Attribute {
    public static let type = AttributeType.additionalAddressFamily

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
