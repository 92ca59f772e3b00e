public import SansIO

/// MAPPED-ADDRESS: where a request came from, as RFC 3489 told it. RFC 8489 §14.1
public struct MappedAddress: AddressAttribute {
    public static let type = AttributeType.mappedAddress
    public let endpoint: Endpoint

    public init(_ endpoint: Endpoint) {
        self.endpoint = endpoint
    }
}
