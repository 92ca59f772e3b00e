public import SansIO

/// The addresses and ports from which one server answers, so that a client can find out what its NAT does.
///
/// RFC 5780 §6. With a second address there are four endpoints; with one address and two ports there are
/// two, which shows a client how its NAT treats ports.
public struct DiscoveryEndpoints: Hashable, Sendable {
    public let primary: Endpoint
    public let alternatePort: UInt16
    /// Nil for a server with one address.
    public let alternateAddress: IPAddress?

    /// Nil when the alternates do not differ from the primary, or are of the other family.
    public init?(primary: Endpoint, alternatePort: UInt16, alternateAddress: IPAddress? = nil) {
        guard alternatePort != primary.port, alternatePort != 0, alternateAddress != primary.address,
            alternateAddress == nil || alternateAddress?.family == primary.address.family
        else { return nil }
        self.primary = primary
        self.alternatePort = alternatePort
        self.alternateAddress = alternateAddress
    }

    /// Every endpoint the server has to listen on.
    public var all: [Endpoint] {
        [primary.address, alternateAddress].compactMap(\.self).flatMap { address in
            [primary.port, alternatePort].map { Endpoint(address, $0) }
        }
    }

    public func contains(_ endpoint: Endpoint) -> Bool {
        (endpoint.address == primary.address || endpoint.address == alternateAddress)
            && (endpoint.port == primary.port || endpoint.port == alternatePort)
    }

    /// The endpoint that differs from `endpoint` as asked; nil when the server has none.
    public func counterpart(of endpoint: Endpoint, address: Bool, port: Bool) -> Endpoint? {
        var result = endpoint
        if port { result.port = endpoint.port == primary.port ? alternatePort : primary.port }
        if address {
            guard let alternateAddress else { return nil }
            result.address = endpoint.address == primary.address ? alternateAddress : primary.address
        }
        return result
    }

    /// What OTHER-ADDRESS says to a request received at `endpoint`: both changes, as far as possible.
    public func other(than endpoint: Endpoint) -> Endpoint? {
        counterpart(of: endpoint, address: alternateAddress != nil, port: true)
    }
}
