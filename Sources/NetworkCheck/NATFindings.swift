public import SansIO
public import VirtualNetwork

/// What a host found out about the NATs and firewalls between it and a server, all of them together.
///
/// A property that could not be told is nil: lost answers are never taken for refused ones.
public struct NATFindings: Hashable, Sendable {
    /// Whether the server is reached over UDP.
    public var isReached = false
    /// Our endpoint as the server sees it, of the first socket.
    public var mapped: Endpoint?
    /// Whether an address is translated.
    public var isTranslated: Bool?
    /// RFC 4787 §4.1.
    public var mapping: EndpointDependence?
    /// RFC 4787 §5; without a NAT it is a firewall's.
    public var filtering: EndpointDependence?
    /// RFC 4787 §4.2.
    public var ports: PortAssignment?
    /// How many sockets were looked at for that, and how many kept their port.
    public var portCount = 0
    public var preservedCount = 0
    /// RFC 4787 §6, as far as the filter lets it be seen.
    public var hairpin: Hairpinning?
    /// Whether all sockets were treated alike and had an endpoint of their own.
    public var isConsistent: Bool?
    /// Whether all sockets had one external address (RFC 4787 §4.1, REQ-2).
    public var isPaired: Bool?
    /// Whether a packet that nobody asked for, arriving first, leaves the mapping as it would have been.
    public var isStableAgainstUnsolicited: Bool?
    /// The share of exchanges that got no answer, of those that could have one.
    public var lostShare: Double = 0
    /// From a request to its answer, the median.
    public var roundTrip: Duration?

    public init() {}

    /// One of the classic names, where what was found has one.
    public var alias: NATAlias? {
        NATAlias.allCases.first { alias in
            alias.behavior.mapping == mapping && alias.behavior.filtering == filtering
        }
    }
}
