public import STUN

/// An attribute that is one address family and three reserved bytes.
public protocol AddressFamilyAttribute: Attribute {
    var code: AddressFamilyCode { get }
    init(_ code: AddressFamilyCode)
}

extension AddressFamilyAttribute {
    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count == 4 else { throw .wrongLength(value.count) }
        self.init(AddressFamilyCode(rawValue: value[0]))
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(code.rawValue)
        writer.append(contentsOf: [0, 0, 0])
    }
}
