/// PADDING: bytes that make a message so long that it is sent in fragments.
///
/// RFC 5780 §7.6. What the bytes are does not matter, so only their number is kept.
public struct Padding: Attribute {
    public static let type = AttributeType.padding

    /// 0...65,528 bytes.
    public let length: Int

    /// Nil when no message could hold that many bytes.
    public init?(length: Int) {
        guard (0...MessageFormat.maximumBodyLength - 4).contains(length) else { return nil }
        self.length = length
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        length = value.count
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(contentsOf: repeatElement(0, count: length))
    }
}
