internal import VirtualNetwork

/// Says from a description alone which path two hosts have to find: what real programs are then held to.
///
/// The rules are those of an exhaustive model of ICE's checks over NATs, and libwebrtc's own table says the same: a
/// direct path exists between two endpoint-independent mappings always; between one and a destination-dependent one
/// if the former's filter does not look at ports; between two dependent ones only if one of them depends on the address
/// alone, one filter lets anybody pass and the other looks at addresses at most.
public struct PathOracle {
    private let network: NetworkDescription

    public init(_ network: NetworkDescription) {
        self.network = network
    }

    /// The path between the sender and the receiver; nil when the network has not one of each.
    public var path: ExpectedPath? {
        guard let sender = network.hosts.first(where: { $0.role == .sender }),
            let receiver = network.hosts.first(where: { $0.role == .receiver })
        else { return nil }
        return path(from: sender, to: receiver)
    }

    /// The path between two hosts, by the first interface of each.
    public func path(
        from sender: NetworkDescription.Host,
        to receiver: NetworkDescription.Host
    ) -> ExpectedPath {
        guard let near = side(sender), let far = side(receiver) else { return .none }
        if let direct = direct(near, far) { return direct }
        guard let relay = network.hosts.first(where: { $0.role == .relay }), !relay.segments.isEmpty,
            let first = near.transport, let second = far.transport
        else { return .none }
        return near.whole.passesUDP || far.whole.passesUDP
            ? .relayed(first, second) : .relayedTwice(first, second)
    }

    /// A host and all that is between it and the internet.
    private struct Side {
        let host: NetworkDescription.Host
        let segment: NetworkDescription.Segment
        let routers: [(segment: NetworkDescription.Segment, router: NetworkDescription.Router)]
        let whole: RouterExpectation

        /// How it gets to a relay; nil when it does not.
        var transport: ExpectedPath.Transport? {
            let names = routers.compactMap(\.router.firewallName)
            if names.contains("http-proxy-only") { return nil }
            if names.contains("tcp-443-only") { return .tls }
            return names.contains("udp-blocked") ? .tcp : .udp
        }

        var candidate: ExpectedPath.Candidate { whole.isTranslated ? .reflexive : .host }
    }

    private func side(_ host: NetworkDescription.Host) -> Side? {
        guard let name = host.segments.first, let segment = network.segment(name),
            let internet = network.segments.first(where: { $0.router == nil }),
            let whole = network.expectation(from: host, in: name, seenFrom: internet.name)
        else { return nil }
        return Side(host: host, segment: segment, routers: network.routers(from: name), whole: whole)
    }

    private func direct(_ near: Side, _ far: Side) -> ExpectedPath? {
        if near.segment.name == far.segment.name, !near.segment.isIsolated { return .direct(.host, .host) }
        guard near.whole.passesUDP, far.whole.passesUDP else { return nil }
        // Stateful firewalls let pass what both ends begin.
        if near.segment.hasIPv6, far.segment.hasIPv6 { return .direct(.host, .host) }
        if let shared = sharedRouter(near, far) { return throughHairpin(near, far, shared) }
        guard Self.isPunched(near.whole, far.whole) else { return nil }
        return .direct(near.candidate, far.candidate)
    }

    /// The innermost router that both are behind.
    private func sharedRouter(_ near: Side, _ far: Side) -> (segment: String, nat: NATBehavior)? {
        for (segment, router) in near.routers
        where far.routers.contains(where: { $0.segment.name == segment.name }) {
            guard case .ours(let nat?) = router.kind else { return (segment.name, NATBehavior()) }
            return (segment.name, nat)
        }
        return nil
    }

    /// By the outside endpoints of one NAT that both are behind: packets have to come back in, and from where
    /// answers are expected.
    private func throughHairpin(
        _ near: Side,
        _ far: Side,
        _ shared: (segment: String, nat: NATBehavior)
    ) -> ExpectedPath? {
        let inner = [near, far].map { side -> RouterExpectation in
            network.expectation(from: side.host, in: side.segment.name, seenFrom: shared.segment)
                ?? RouterExpectation()
        }
        switch shared.nat.hairpin {
        case .none:
            return nil
        case .external:
            let isIndependent =
                shared.nat.mapping == .endpointIndependent
                && inner.allSatisfy { $0.mapping == .endpointIndependent }
            return isIndependent ? .direct(.reflexive, .reflexive) : nil
        case .internal:
            let isOpen =
                shared.nat.mapping == .endpointIndependent && shared.nat.filtering == .endpointIndependent
            let areOpen = inner.allSatisfy {
                $0.mapping == .endpointIndependent && $0.filtering == .endpointIndependent
            }
            return isOpen && areOpen && inner.allSatisfy(\.isTranslated)
                ? .direct(.reflexive, .reflexive) : nil
        }
    }

    /// Whether two hosts behind NATs of their own find each other.
    static func isPunched(_ one: RouterExpectation, _ other: RouterExpectation) -> Bool {
        switch (one.mapping, other.mapping) {
        case (.endpointIndependent, .endpointIndependent):
            return true
        case (.endpointIndependent, _):
            return one.filtering != .addressAndPortDependent
        case (_, .endpointIndependent):
            return other.filtering != .addressAndPortDependent
        case (.addressAndPortDependent, .addressAndPortDependent):
            return false
        default:
            let filters = [one.filtering, other.filtering]
            return filters.contains(.endpointIndependent) && !filters.contains(.addressAndPortDependent)
        }
    }
}
