public import SansIO

/// What tells one conversation from another: protocol, source and destination.
///
/// An ICMP echo has its identifier for a port, on the side of the host that asks: the source of a request,
/// the destination of a reply (RFC 5508 §3.1). So the reply's key is the request's `reversed`, as with UDP
/// and TCP. Protocols without ports have the port 0.
public struct FlowKey: Hashable, Sendable, FlatTableKey, CustomStringConvertible {
    public var `protocol`: IPProtocol
    public var source: Endpoint
    public var destination: Endpoint

    public init(_ protocol: IPProtocol, from source: Endpoint, to destination: Endpoint) {
        self.protocol = `protocol`
        self.source = source
        self.destination = destination
    }

    /// The key of the packets that come back.
    public var reversed: FlowKey {
        FlowKey(`protocol`, from: destination, to: source)
    }

    public var flatHash: UInt64 {
        source.flatHash ^ (destination.flatHash &* 0x2545_F491_4F6C_DD1D) &+ UInt64(`protocol`.rawValue)
    }

    public var description: String { "\(`protocol`) \(source) > \(destination)" }
}
