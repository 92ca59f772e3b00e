public import STUN
public import SansIO

/// The relayed transport address that the server gave the client.
///
/// RFC 8656 §18.5
public struct XORRelayedAddress: XORAddressAttribute {
    public static let type = AttributeType.xorRelayedAddress

    public let endpoint: Endpoint

    public init(_ endpoint: Endpoint) {
        self.endpoint = endpoint
    }
}
