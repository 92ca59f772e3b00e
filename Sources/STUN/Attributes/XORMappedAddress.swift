public import SansIO

/// XOR-MAPPED-ADDRESS: where a request came from. RFC 8489 §14.2
public struct XORMappedAddress: XORAddressAttribute {
    public static let type = AttributeType.xorMappedAddress
    public let endpoint: Endpoint

    public init(_ endpoint: Endpoint) {
        self.endpoint = endpoint
    }
}
