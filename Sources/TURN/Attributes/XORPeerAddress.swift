public import STUN
public import SansIO

/// The peer's address and port as the server sees it.
///
/// RFC 8656 §18.3
public struct XORPeerAddress: Attribute {
    public static let type = AttributeType.xorPeerAddress

    public var endpoint: Endpoint

    public init(_ endpoint: Endpoint) {
        self.endpoint = endpoint
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        endpoint = try XORAddress(decoding: value, transactionID: transactionID).endpoint
    }

    public func encode(into writer: inout AttributeWriter) {
        XORAddress(endpoint).encode(into: &writer)
    }
}
