public import SansIO

/// An attribute that is one address and port in the clear.
public protocol AddressAttribute: Attribute {
    var endpoint: Endpoint { get }
    init(_ endpoint: Endpoint)
}

extension AddressAttribute {
    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        self.init(try PlainAddress(decoding: value).endpoint)
    }

    public func encode(into writer: inout AttributeWriter) {
        PlainAddress(endpoint).encode(into: &writer)
    }
}
