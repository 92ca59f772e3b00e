public import SansIO

/// An address and port masked with the magic cookie and the transaction, so that no NAT rewrites them.
///
/// RFC 8489 §14.2; XOR-PEER-ADDRESS and XOR-RELAYED-ADDRESS of RFC 8656 have the same form.
public struct XORAddress: Hashable, Sendable {
    public var endpoint: Endpoint

    public init(_ endpoint: Endpoint) {
        self.endpoint = endpoint
    }

    /// Reads 8 or 20 bytes; the first is ignored, as the RFC says.
    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        endpoint = Self.masked(try PlainAddress(decoding: value).endpoint, transactionID)
    }

    public func encode(into writer: inout AttributeWriter) {
        PlainAddress(Self.masked(endpoint, writer.transactionID)).encode(into: &writer)
    }

    /// The mask is its own inverse.
    private static func masked(_ endpoint: Endpoint, _ transactionID: TransactionID) -> Endpoint {
        let cookie = MessageFormat.magicCookie
        let port = endpoint.port ^ UInt16(truncatingIfNeeded: cookie >> 16)
        switch endpoint.address.family {
        case .v4:
            return Endpoint(IPAddress(v4: UInt32(truncatingIfNeeded: endpoint.address.low) ^ cookie), port)
        case .v6:
            let high = UInt64(cookie) << 32 | UInt64(transactionID.high)
            let low = endpoint.address.low ^ transactionID.low
            let address = IPAddress(v6: endpoint.address.high ^ high, low)
            return Endpoint(address, port)
        }
    }
}
