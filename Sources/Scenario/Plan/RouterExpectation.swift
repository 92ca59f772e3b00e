public import VirtualNetwork

/// What routers in a row, as they were described, have to look like from a server beyond the last of them.
public struct RouterExpectation: Hashable, Sendable {
    /// Whether UDP passes.
    public var passesUDP = true
    public var isTranslated = false
    public var mapping = EndpointDependence.endpointIndependent
    public var filtering = EndpointDependence.endpointIndependent
    /// Nil where the rule of several routers in a row is no single one's.
    public var ports: PortAssignment? = .preserve
    /// As far as a filter lets it be seen; nil where several routers are in a row.
    public var hairpin: Hairpinning? = Hairpinning.none
    /// Whether a packet that nobody asked for leaves mappings alone; false for some kernels' routers.
    public var isStableAgainstUnsolicited = true
    /// By name, the nearest first.
    public var routers: [String] = []

    /// A host that nothing stands in front of.
    public init() {}

    /// Adds a router on the far side: the most dependent mapping and the strictest filter count.
    mutating func add(_ router: NetworkDescription.Router, of segment: String, for host: String) {
        let isFirst = routers.isEmpty
        routers.append(segment)
        if ["udp-blocked", "tcp-443-only", "http-proxy-only"].contains(router.firewallName) {
            passesUDP = false
        }
        if router.exposedHost == host {
            isTranslated = true
            hairpin = nil
            return
        }
        if router.firewall != nil { restrict(.addressAndPortDependent) }
        switch router.kind {
        case .ours(nil):
            break
        case .ours(let nat?):
            isTranslated = true
            mapping = Self.stricter(mapping, nat.mapping)
            restrict(nat.filtering)
            ports = isFirst ? nat.ports : (ports == nat.ports && nat.ports == .preserve ? .preserve : nil)
            hairpin = isFirst ? Self.visible(nat) : nil
        case .kernel(let randomPorts, let dropsUnsolicited):
            isTranslated = true
            if randomPorts { mapping = .addressAndPortDependent }
            restrict(.addressAndPortDependent)
            ports = isFirst ? (randomPorts ? .random : .preserve) : nil
            hairpin = isFirst ? Hairpinning.none : nil
            isStableAgainstUnsolicited = isStableAgainstUnsolicited && dropsUnsolicited
        }
    }

    private mutating func restrict(_ other: EndpointDependence) {
        filtering = Self.stricter(filtering, other)
    }

    private static func stricter(_ one: EndpointDependence, _ other: EndpointDependence) -> EndpointDependence
    {
        let order: [EndpointDependence] = [
            .endpointIndependent, .addressDependent, .addressAndPortDependent,
        ]
        let index = max(order.firstIndex(of: one) ?? 0, order.firstIndex(of: other) ?? 0)
        return order[index]
    }

    /// What of a hairpin two sockets see that know each other's outside endpoint: a filter that depends on
    /// the sender lets pass who was sent to through the same mapping.
    private static func visible(_ nat: NATBehavior) -> Hairpinning {
        switch (nat.hairpin, nat.filtering) {
        case (.none, _): .none
        case (let hairpin, .endpointIndependent): hairpin
        case (.external, _) where nat.mapping == .endpointIndependent: .external
        default: .none
        }
    }
}

extension NetworkDescription {
    /// What the routers between a host's interface and a segment have to look like from there.
    ///
    /// Nil when the segment is not on the way from the host to the internet.
    public func expectation(
        from host: Host,
        in segment: String,
        seenFrom target: String
    ) -> RouterExpectation? {
        var expectation = RouterExpectation()
        for (inside, router) in routers(from: segment) {
            expectation.add(router, of: inside.name, for: host.name)
            if router.uplink == target { return expectation }
        }
        return segment == target ? expectation : nil
    }
}
