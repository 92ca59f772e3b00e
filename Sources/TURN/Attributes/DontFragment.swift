public import STUN

/// A wish for the DF bit in the datagram towards the peer; in an Allocate request, a question whether the server can.
///
/// RFC 8656 §18.9
public struct DontFragment: Attribute {
    public static let type = AttributeType.dontFragment

    public init() {}

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.isEmpty else { throw .wrongLength(value.count) }
    }

    public func encode(into writer: inout AttributeWriter) {}
}
