public import SansIO

/// What a NAT has given one inside endpoint: RFC 4787 §4.1's binding of two endpoints.
public struct Mapping: Hashable, Sendable, BitwiseCopyable {
    public let `protocol`: IPProtocol
    /// The inside host's own endpoint; for ICMP the port is the identifier.
    public let `internal`: Endpoint
    /// What the outside sees.
    public let external: Endpoint
    /// What it was made for, as far as the mapping behaviour tells destinations apart; 0 where it does not.
    public let remote: Endpoint

    /// The key under which an outbound packet finds it.
    var internalKey: FlowKey { FlowKey(`protocol`, from: `internal`, to: remote) }

    /// The key under which an inbound packet finds it.
    var externalKey: FlowKey { Self.externalKey(`protocol`, external) }

    static func externalKey(_ protocol: IPProtocol, _ external: Endpoint) -> FlowKey {
        FlowKey(`protocol`, from: external, to: Endpoint(.unspecified(external.address.family), 0))
    }
}
