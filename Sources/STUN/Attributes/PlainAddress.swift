public import SansIO

/// An address and port as MAPPED-ADDRESS carries them, in the clear.
///
/// RFC 8489 §14.1
public struct PlainAddress: Hashable, Sendable {
    public var endpoint: Endpoint

    public init(_ endpoint: Endpoint) {
        self.endpoint = endpoint
    }

    /// Reads 8 or 20 bytes; the first is ignored, as the RFC says.
    public init(decoding value: Span<UInt8>) throws(AttributeError) {
        guard value.count >= 4 else { throw .wrongLength(value.count) }
        _ = try IPAddress.Family(attributeCode: value[1], valueLength: value.count)
        guard let address = IPAddress(bytes: value.extracting(4..<value.count)) else {
            throw .wrongLength(value.count)
        }
        endpoint = Endpoint(address, value.uint16(at: 2))
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(UInt8(0))
        writer.append(endpoint.address.family.attributeCode)
        writer.append(endpoint.port)
        switch endpoint.address.family {
        case .v4:
            writer.append(UInt32(truncatingIfNeeded: endpoint.address.low))
        case .v6:
            writer.append(endpoint.address.high)
            writer.append(endpoint.address.low)
        }
    }
}
