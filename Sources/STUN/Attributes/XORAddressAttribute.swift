public import SansIO

/// An attribute that is one address and port in masked form.
public protocol XORAddressAttribute: Attribute {
    var endpoint: Endpoint { get }
    init(_ endpoint: Endpoint)
}

extension XORAddressAttribute {
    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        self.init(try XORAddress(decoding: value, transactionID: transactionID).endpoint)
    }

    public func encode(into writer: inout AttributeWriter) {
        XORAddress(endpoint).encode(into: &writer)
    }
}
