/// NONCE: a value the server chose and the client returns.
///
/// RFC 8489 §14.10. Held as bytes, since the client has to return them unchanged.
public struct Nonce: Attribute {
    public static let type = AttributeType.nonce
    /// The greatest number of bytes a receiver accepts.
    public static let maximumLength = 763

    public let bytes: [UInt8]

    /// Nil when there are more bytes than `maximumLength`.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumLength else { return nil }
        self.bytes = bytes
    }

    /// Nil when the text has more bytes than `maximumLength`.
    public init?(_ text: String) {
        self.init(Array(text.utf8))
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count <= Self.maximumLength else { throw .wrongLength(value.count) }
        bytes = [UInt8](copying: value)
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(contentsOf: bytes)
    }
}
