public import STUN
public import SansIO

/// The relayed transport address that the server gave the client.
///
/// RFC 8656 §18.5
public struct XORRelayedAddress: Attribute {
    public static let type = AttributeType.xorRelayedAddress

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
