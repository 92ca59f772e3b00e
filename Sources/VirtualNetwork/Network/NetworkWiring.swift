public import SansIO

/// Who is connected with whom and by what, as numbers: all a `Network` has to know of a plan.
///
/// Segments, devices and routers are named by their indices here.
public struct NetworkWiring: Hashable, Sendable {
    /// The conditions of both directions of a link.
    public struct LinkPair: Hashable, Sendable {
        /// Away from the host or the LAN, towards the internet.
        public var up: LinkConditions
        public var down: LinkConditions

        public init(up: LinkConditions, down: LinkConditions) {
            self.up = up
            self.down = down
        }

        /// The same in both directions; without an argument a link that changes nothing.
        public init(both conditions: LinkConditions = LinkConditions()) {
            self.init(up: conditions, down: conditions)
        }
    }

    /// Where hosts and routers meet: a LAN, or the internet.
    public struct Segment: Hashable, Sendable {
        /// The router that takes what is for none of the segment's own addresses; nil swallows it.
        public var gateway: Int?
        /// Whether packets to groups (multicast) reach all other devices, as on a LAN.
        public var carriesMulticast: Bool
        /// Whether devices on it reach each other, not only the router: false on a guest Wi-Fi.
        public var connectsDevices: Bool
        /// Addresses of its own, one of each version, from which it answers pings and sends ICMP errors where
        /// no gateway is that would: the routers of the internet.
        public var routerAddresses: [IPAddress]

        public init(
            gateway: Int? = nil,
            carriesMulticast: Bool = false,
            connectsDevices: Bool = true,
            routerAddresses: [IPAddress] = []
        ) {
            self.gateway = gateway
            self.carriesMulticast = carriesMulticast
            self.connectsDevices = connectsDevices
            self.routerAddresses = routerAddresses
        }
    }

    /// An interface of a host, or of a router that is a namespace of its own.
    public struct Device: Hashable, Sendable {
        public var segment: Int
        public var addresses: [IPAddress]
        /// Between the device and its segment.
        public var link: LinkPair

        public init(segment: Int, addresses: [IPAddress], link: LinkPair = LinkPair()) {
            self.segment = segment
            self.addresses = addresses
            self.link = link
        }
    }

    /// What connects an inside segment with the one it has its internet from.
    public struct Router: Hashable, Sendable {
        /// Who translates and filters.
        public enum Kind: Hashable, Sendable {
            /// We: IPv4 by the NAT, or as it is without one; both versions by the firewall in front of it.
            case ours(nat: NATBehavior?, firewall: FirewallPolicy?)
            /// A namespace with these two devices, whose kernel does it.
            case namespace(inside: Int, outside: Int)
        }

        /// An inside address that is also an outside address, all ports of it: a "1:1 NAT".
        public struct StaticMapping: Hashable, Sendable {
            public var inside: IPAddress
            public var outside: IPAddress

            public init(inside: IPAddress, outside: IPAddress) {
                self.inside = inside
                self.outside = outside
            }
        }

        public var inside: Int
        public var uplink: Int
        public var kind: Kind
        /// Its addresses on the inside, one of each version: it answers pings to them.
        public var insideAddresses: [IPAddress]
        /// Its addresses on the uplink, among them those of its NAT.
        public var outsideAddresses: [IPAddress]
        /// What is routed to it on the uplink besides its own addresses: the LAN's IPv6 prefix.
        public var routedPrefixes: [IPPrefix]
        public var staticMappings: [StaticMapping]
        /// Whether the firewall is asked about IPv4 too, not only about what no NAT stands in front of.
        public var filtersIPv4 = true
        /// Between the router and its uplink.
        public var link: LinkPair

        public init(
            inside: Int,
            uplink: Int,
            kind: Kind,
            insideAddresses: [IPAddress],
            outsideAddresses: [IPAddress],
            routedPrefixes: [IPPrefix] = [],
            staticMappings: [StaticMapping] = [],
            link: LinkPair = LinkPair()
        ) {
            self.inside = inside
            self.uplink = uplink
            self.kind = kind
            self.insideAddresses = insideAddresses
            self.outsideAddresses = outsideAddresses
            self.routedPrefixes = routedPrefixes
            self.staticMappings = staticMappings
            self.link = link
        }
    }

    public var segments: [Segment]
    public var devices: [Device]
    public var routers: [Router]

    public init(segments: [Segment] = [], devices: [Device] = [], routers: [Router] = []) {
        self.segments = segments
        self.devices = devices
        self.routers = routers
    }
}
