/// CHANGE-REQUEST: the client asks for the response from another address or port.
///
/// RFC 5780 §7.2
public struct ChangeRequest: Attribute {
    public static let type = AttributeType.changeRequest

    public let changesAddress: Bool
    public let changesPort: Bool

    public init(address: Bool, port: Bool) {
        changesAddress = address
        changesPort = port
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count == 4 else { throw .wrongLength(value.count) }
        let flags = value.uint32(at: 0)
        changesAddress = flags & 0x4 != 0
        changesPort = flags & 0x2 != 0
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append((changesAddress ? 0x4 : 0) | (changesPort ? 0x2 : 0) as UInt32)
    }
}
