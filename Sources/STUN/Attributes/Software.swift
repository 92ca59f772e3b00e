/// SOFTWARE: what the sender calls itself.
///
/// RFC 8489 §14.14
public struct Software: Attribute {
    public static let type = AttributeType.software
    /// The greatest number of bytes a receiver accepts.
    public static let maximumLength = 763

    public let text: String

    /// Nil when the text is longer than `maximumLength`.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        self.text = text
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        text = try AttributeText.decode(value, limit: Self.maximumLength)
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(contentsOf: text.utf8)
    }
}
