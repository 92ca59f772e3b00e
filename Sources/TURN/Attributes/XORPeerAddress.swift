public import STUN
public import SansIO

/// The peer's address and port as the server sees it.
///
/// RFC 8656 §18.3
public struct XORPeerAddress: XORAddressAttribute {
    public static let type = AttributeType.xorPeerAddress

    public let endpoint: Endpoint

    public init(_ endpoint: Endpoint) {
        self.endpoint = endpoint
    }
}
