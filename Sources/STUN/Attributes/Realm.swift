/// REALM: the name of the set of users that a password belongs to.
///
/// RFC 8489 §14.9
public struct Realm: Attribute {
    public static let type = AttributeType.realm
    /// The greatest number of bytes a receiver accepts.
    public static let maximumLength = 763

    public let text: String

    /// Nil when the text is empty, too long or has a control character.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, AttributeText.isOpaqueString(text) else { return nil }
        self.text = text
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard !value.isEmpty else { throw .wrongLength(0) }
        text = try AttributeText.decode(value, limit: Self.maximumLength)
        guard AttributeText.isOpaqueString(text) else { throw .forbiddenCharacter }
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(contentsOf: text.utf8)
    }
}
