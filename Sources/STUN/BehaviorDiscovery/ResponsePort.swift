/// RESPONSE-PORT: the port of the client that the response should go to.
///
/// RFC 5780 §7.5: two bytes and two of padding. Senders disagree whether the length counts the padding;
/// both are read, and it is counted when written, since some receivers want 4.
public struct ResponsePort: Attribute {
    public static let type = AttributeType.responsePort

    public let port: UInt16

    public init(_ port: UInt16) {
        self.port = port
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count == 2 || value.count == 4 else { throw .wrongLength(value.count) }
        port = value.uint16(at: 0)
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(port)
        writer.append(UInt16(0))
    }
}
