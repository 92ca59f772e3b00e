public import STUN

/// The transport between the server and the peers, as an IP protocol number.
///
/// RFC 8656 §18.8
public struct RequestedTransport: Attribute {
    public static let type = AttributeType.requestedTransport
    /// The only one that RFC 8656 allows.
    public static let udp = RequestedTransport(protocolNumber: 17)

    public var protocolNumber: UInt8

    public init(protocolNumber: UInt8) {
        self.protocolNumber = protocolNumber
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count == 4 else { throw .wrongLength(value.count) }
        protocolNumber = value[0]
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(protocolNumber)
        writer.append(contentsOf: [0, 0, 0])
    }
}
