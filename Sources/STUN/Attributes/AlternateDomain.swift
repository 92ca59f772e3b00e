/// ALTERNATE-DOMAIN: the name that the certificate of the alternate server bears.
///
/// RFC 8489 §14.16
public struct AlternateDomain: Attribute {
    public static let type = AttributeType.alternateDomain
    /// The greatest number of bytes of a domain name.
    public static let maximumLength = 255

    public let name: String

    /// Nil when the name is empty or longer than `maximumLength`.
    public init?(_ name: String) {
        guard (1...Self.maximumLength).contains(name.utf8.count) else { return nil }
        self.name = name
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard !value.isEmpty else { throw .wrongLength(0) }
        name = try AttributeText.decode(value, limit: Self.maximumLength)
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(contentsOf: name.utf8)
    }
}
