/// UNKNOWN-ATTRIBUTES: what the server did not understand.
///
/// RFC 8489 §14.13
public struct UnknownAttributes: Attribute {
    public static let type = AttributeType.unknownAttributes

    public let types: [AttributeType]

    public init(_ types: [AttributeType]) {
        self.types = types
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count % 2 == 0 else { throw .wrongLength(value.count) }
        types = stride(from: 0, to: value.count, by: 2).map { offset in
            AttributeType(rawValue: value.uint16(at: offset))
        }
    }

    public func encode(into writer: inout AttributeWriter) {
        for type in types { writer.append(type.rawValue) }
    }
}
