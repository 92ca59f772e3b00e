/// MESSAGE-INTEGRITY: an HMAC-SHA1 over the message before it.
///
/// RFC 8489 §14.5. Made by `MessageBuilder.appendIntegrity` and judged by `MessageView.verifyIntegrity`.
public struct MessageIntegrity: Attribute {
    public static let type = AttributeType.messageIntegrity

    /// 20 bytes.
    public let code: [UInt8]

    /// Nil unless there are 20 bytes.
    public init?(_ code: [UInt8]) {
        guard code.count == 20 else { return nil }
        self.code = code
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count == 20 else { throw .wrongLength(value.count) }
        code = [UInt8](copying: value)
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(contentsOf: code)
    }
}
