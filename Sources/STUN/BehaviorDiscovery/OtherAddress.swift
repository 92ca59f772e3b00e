public import SansIO

/// OTHER-ADDRESS: where a response would come from if both changes were asked for. RFC 5780 §7.4
public struct OtherAddress: AddressAttribute {
    public static let type = AttributeType.otherAddress
    public let endpoint: Endpoint

    public init(_ endpoint: Endpoint) {
        self.endpoint = endpoint
    }
}
