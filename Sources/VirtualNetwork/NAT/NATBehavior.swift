/// How a NAT behaves, in the words of RFC 4787.
public struct NATBehavior: Hashable, Sendable {
    public var mapping: EndpointDependence
    public var filtering: EndpointDependence
    public var ports: PortAssignment
    public var hairpin: Hairpinning
    public var pooling: AddressPooling
    public var refresh: MappingRefresh
    public var timeouts: FlowTimeouts
    /// Which external ports a NAT gives to sources that are not below 1024.
    public var dynamicPorts: ClosedRange<UInt16>

    /// By default what most homes have: a port-restricted NAT without hairpinning.
    public init(
        mapping: EndpointDependence = .endpointIndependent,
        filtering: EndpointDependence = .addressAndPortDependent,
        ports: PortAssignment = .preserve,
        hairpin: Hairpinning = .none,
        pooling: AddressPooling = .paired,
        refresh: MappingRefresh = .outbound,
        timeouts: FlowTimeouts = .standard,
        dynamicPorts: ClosedRange<UInt16> = 1024...65535
    ) {
        self.mapping = mapping
        self.filtering = filtering
        self.ports = ports
        self.hairpin = hairpin
        self.pooling = pooling
        self.refresh = refresh
        self.timeouts = timeouts
        self.dynamicPorts = dynamicPorts
    }
}
