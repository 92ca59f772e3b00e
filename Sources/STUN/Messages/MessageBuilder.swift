internal import Cryptography

/// A message under construction.
///
/// Its length field is right after every step. RFC 8489 §6.1. Integrity attributes and the fingerprint cover what stands before them, so they are
/// appended last and in this order.
public struct MessageBuilder: Sendable {
    private var writer: AttributeWriter

    /// A message without attributes.
    public init(_ type: MessageType, _ transactionID: TransactionID) {
        writer = AttributeWriter(transactionID: transactionID)
        writer.append(type.rawValue)
        writer.append(UInt16(0))
        writer.append(MessageFormat.magicCookie)
        writer.append(transactionID.high)
        writer.append(transactionID.low)
    }

    /// The message as it goes on the wire.
    public var bytes: [UInt8] { writer.bytes }

    /// How many bytes of attributes, their headers and padding included, still fit.
    public var remainingLength: Int {
        MessageFormat.maximumBodyLength + MessageFormat.headerLength - bytes.count
    }

    /// Appends an attribute, which must fit in `remainingLength`.
    public mutating func append(_ attribute: some Attribute) {
        append(type: type(of: attribute).type) { writer in attribute.encode(into: &writer) }
    }

    /// Appends an attribute by its value, whatever its type means; it must fit in `remainingLength`.
    public mutating func appendRaw(type: AttributeType, value: [UInt8]) {
        append(type: type) { writer in writer.append(contentsOf: value) }
    }

    /// Appends MESSAGE-INTEGRITY over the message so far. RFC 8489 §14.5
    public mutating func appendIntegrity(key: Span<UInt8>) {
        setLength(adding: MessageFormat.attributeHeaderLength + 20)
        appendRaw(type: .messageIntegrity, value: HMAC.sha1(writer.bytes.span, key: key))
    }

    /// Appends MESSAGE-INTEGRITY over the message so far. RFC 8489 §14.5
    public mutating func appendIntegrity(key: [UInt8]) {
        appendIntegrity(key: key.span)
    }

    /// Appends MESSAGE-INTEGRITY over the message so far. RFC 8489 §14.5
    public mutating func appendIntegrity(key: LongTermKey) {
        appendIntegrity(key: key.bytes.span)
    }

    /// Appends an untruncated MESSAGE-INTEGRITY-SHA256 over the message so far. RFC 8489 §14.6
    public mutating func appendIntegritySHA256(key: Span<UInt8>) {
        setLength(adding: MessageFormat.attributeHeaderLength + 32)
        appendRaw(type: .messageIntegritySHA256, value: HMAC.sha256(writer.bytes.span, key: key))
    }

    /// Appends an untruncated MESSAGE-INTEGRITY-SHA256 over the message so far. RFC 8489 §14.6
    public mutating func appendIntegritySHA256(key: [UInt8]) {
        appendIntegritySHA256(key: key.span)
    }

    /// Appends an untruncated MESSAGE-INTEGRITY-SHA256 over the message so far. RFC 8489 §14.6
    public mutating func appendIntegritySHA256(key: LongTermKey) {
        appendIntegritySHA256(key: key.bytes.span)
    }

    /// Appends FINGERPRINT over the message so far; nothing may follow it. RFC 8489 §14.7
    public mutating func appendFingerprint() {
        setLength(adding: MessageFormat.attributeHeaderLength + 4)
        append(Fingerprint(Fingerprint.of(writer.bytes.span)))
    }

    private mutating func append(type: AttributeType, value: (inout AttributeWriter) -> Void) {
        writer.append(type.rawValue)
        writer.append(UInt16(0))
        let start = writer.bytes.count
        value(&writer)
        let length = writer.bytes.count - start
        while writer.bytes.count % 4 != 0 { writer.append(UInt8(0)) }
        precondition(remainingLength >= 0, "the message has more attributes than its length field can say")
        writer.bytes[start - 2] = UInt8(truncatingIfNeeded: length >> 8)
        writer.bytes[start - 1] = UInt8(truncatingIfNeeded: length)
        setLength(adding: 0)
    }

    /// Writes the length field as it will be after `count` more bytes.
    private mutating func setLength(adding count: Int) {
        let length = writer.bytes.count - MessageFormat.headerLength + count
        writer.bytes[2] = UInt8(truncatingIfNeeded: length >> 8)
        writer.bytes[3] = UInt8(truncatingIfNeeded: length)
    }
}
