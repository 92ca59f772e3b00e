public import VirtualNetwork

/// A network as a person describes it: a file of `Topologies/networks`, read and found consistent.
public struct NetworkDescription: Hashable, Sendable {
    public var name: String
    /// What it is, and what is expected of a call across it.
    public var about: String
    public var tags: [String]
    public var segments: [Segment]
    public var hosts: [Host]

    /// A place where hosts are: a LAN, a carrier's network, the internet.
    public struct Segment: Hashable, Sendable {
        public var name: String
        /// What an interface into it is called on its hosts.
        public var device = "eth0"
        /// Whether its hosts do not reach each other, as in a guest Wi-Fi.
        public var isIsolated = false
        public var hasIPv6 = false
        /// Its IPv4 addresses, where they are not planned: two homes may use the same.
        public var subnet: String?
        /// What leads out of it; nil for the internet.
        public var router: Router?

        public init(name: String) {
            self.name = name
        }
    }

    /// What leads out of a segment.
    public struct Router: Hashable, Sendable {
        /// Who does it.
        public enum Kind: Hashable, Sendable {
            /// The lab: any NAT, or none.
            case ours(NATBehavior?)
            /// The Linux kernel, in a namespace.
            case kernel(randomPorts: Bool, dropsUnsolicited: Bool)
        }

        public var kind: Kind
        /// The segment it has its internet from.
        public var uplink: String
        public var firewall: FirewallPolicy?
        /// What the file calls the firewall.
        public var firewallName: String?
        /// What the file calls its NAT, where it is one of the aliases.
        public var natName: String?
        /// How many addresses its NAT has outside.
        public var addressCount = 1
        /// The host that has an outside address to itself, all ports of it.
        public var exposedHost: String?
        public var link = NetworkWiring.LinkPair()
        /// What the file calls the link.
        public var linkName: String?

        public init(kind: Kind, uplink: String) {
            self.kind = kind
            self.uplink = uplink
        }
    }

    /// What a host is in a cast.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        case sender
        case receiver
        case relay
        case backend
        /// An HTTP proxy that firewalls let pass.
        case proxy
    }

    /// A host and the segments it is connected with, the preferred one first.
    public struct Host: Hashable, Sendable {
        public var name: String
        public var segments: [String]
        public var role: Role?
        /// How many IPv4 addresses each of its interfaces has: two for a STUN server that tells NATs apart.
        public var addressCount = 1
        public var link = NetworkWiring.LinkPair()
        public var linkName: String?

        public init(name: String, segments: [String]) {
            self.name = name
            self.segments = segments
        }
    }

    public init(name: String, about: String, tags: [String], segments: [Segment], hosts: [Host]) {
        self.name = name
        self.about = about
        self.tags = tags
        self.segments = segments
        self.hosts = hosts
    }

    /// The segment of that name.
    public func segment(_ name: String) -> Segment? { segments.first { $0.name == name } }

    /// The routers from a segment to the internet, the nearest first.
    public func routers(from segment: String) -> [(segment: Segment, router: Router)] {
        var chain: [(Segment, Router)] = []
        var place = self.segment(segment)
        while let inside = place, let router = inside.router, chain.count < segments.count {
            chain.append((inside, router))
            place = self.segment(router.uplink)
        }
        return chain
    }
}
