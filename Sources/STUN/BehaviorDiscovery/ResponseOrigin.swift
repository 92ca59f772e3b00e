public import SansIO

/// RESPONSE-ORIGIN: where the response was sent from. RFC 5780 §7.3
public struct ResponseOrigin: AddressAttribute {
    public static let type = AttributeType.responseOrigin
    public let endpoint: Endpoint

    public init(_ endpoint: Endpoint) {
        self.endpoint = endpoint
    }
}
