/// MESSAGE-INTEGRITY-SHA256: an HMAC-SHA256 over the message before it, possibly truncated.
///
/// RFC 8489 §14.6. Made by `MessageBuilder.appendIntegritySHA256` and judged by
/// `MessageView.verifyIntegrity`.
public struct MessageIntegritySHA256: Attribute {
    public static let type = AttributeType.messageIntegritySHA256

    /// 16, 20, 24, 28 or 32 bytes.
    public let code: [UInt8]

    /// Nil for a number of bytes that truncation does not allow.
    public init?(_ code: [UInt8]) {
        guard Self.allows(code.count) else { return nil }
        self.code = code
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard Self.allows(value.count) else { throw .wrongLength(value.count) }
        code = [UInt8](copying: value)
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(contentsOf: code)
    }

    /// Whether a code may have this many bytes.
    package static func allows(_ length: Int) -> Bool {
        (16...32).contains(length) && length % 4 == 0
    }
}
