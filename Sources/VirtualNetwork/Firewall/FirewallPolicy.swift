/// What a stateful firewall lets through.
///
/// Inside may open flows as far as the rules let it; from outside comes only what the filter takes for an
/// answer (RFC 6092 §2.2 has the words of RFC 4787 for that).
public struct FirewallPolicy: Hashable, Sendable {
    /// The first rule about a flow decides, for each of its packets and both directions.
    public var rules: [FirewallRule]
    /// What decides where no rule does.
    public var otherwise: FirewallRule.Action
    /// Who outside may send to an inside endpoint that has sent.
    public var filtering: EndpointDependence
    public var outboundRefusal: FirewallRefusal
    public var inboundRefusal: FirewallRefusal
    public var timeouts: FlowTimeouts
    /// Whether packets from outside keep a flow alive too; for TCP they always do.
    public var refresh: MappingRefresh

    /// By default everything may leave, and only those who were sent to may answer.
    public init(
        _ rules: [FirewallRule] = [],
        otherwise: FirewallRule.Action = .pass,
        filtering: EndpointDependence = .addressAndPortDependent,
        outboundRefusal: FirewallRefusal = .drop,
        inboundRefusal: FirewallRefusal = .drop,
        timeouts: FlowTimeouts = .standard,
        refresh: MappingRefresh = .both
    ) {
        self.rules = rules
        self.otherwise = otherwise
        self.filtering = filtering
        self.outboundRefusal = outboundRefusal
        self.inboundRefusal = inboundRefusal
        self.timeouts = timeouts
        self.refresh = refresh
    }

    /// Whether a flow, seen from inside, may be.
    func passes(_ flow: FlowKey) -> Bool {
        for rule in rules where rule.matches(flow) { return rule.action == .pass }
        return otherwise == .pass
    }
}
