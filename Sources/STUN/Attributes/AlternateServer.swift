public import SansIO

/// ALTERNATE-SERVER: whom the client should ask instead. RFC 8489 §14.15
public struct AlternateServer: AddressAttribute {
    public static let type = AttributeType.alternateServer
    public let endpoint: Endpoint

    public init(_ endpoint: Endpoint) {
        self.endpoint = endpoint
    }
}
