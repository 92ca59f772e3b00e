/// One type of attribute: its number, and how its value is read and written.
///
/// RFC 8489 §14. A decoded value is legal by construction.
public protocol Attribute: Hashable, Sendable {
    static var type: AttributeType { get }

    /// Reads the value of an attribute, without its padding.
    init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError)

    /// Writes the value; `MessageBuilder` puts type, length and padding around it.
    func encode(into writer: inout AttributeWriter)
}
