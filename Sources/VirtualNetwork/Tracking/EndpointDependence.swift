import SansIO

/// How much of a remote endpoint a mapping or a filter depends on.
///
/// RFC 4787 §4.1 for mappings, §5 for filters; the words are the RFC's.
public enum EndpointDependence: String, Hashable, Sendable, ConfigurationWord {
    /// On nothing: one mapping for all destinations; anybody may send to it.
    case endpointIndependent = "endpoint-independent"
    /// On the address: one mapping for each; only addresses that were sent to may send.
    case addressDependent = "address-dependent"
    /// On address and port: one mapping for each; only endpoints that were sent to may send.
    case addressAndPortDependent = "address-and-port-dependent"

    public static var subject: String { "endpoint dependence" }

    /// The flow without what does not count of its destination, which is then 0.
    func narrowed(_ flow: FlowKey) -> FlowKey {
        let remote = flow.destination
        return switch self {
        case .endpointIndependent:
            FlowKey(flow.protocol, from: flow.source, to: Endpoint(.unspecified(remote.address.family), 0))
        case .addressDependent:
            FlowKey(flow.protocol, from: flow.source, to: Endpoint(remote.address, 0))
        case .addressAndPortDependent:
            flow
        }
    }
}
