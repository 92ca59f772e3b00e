public import SansIO

/// A host as its namespace is to be: a name and interfaces.
public struct HostPlan: Hashable, Sendable {
    /// An interface that leads into the network.
    public struct Interface: Hashable, Sendable {
        /// Such as "eth0" or "wlan0".
        public var name: String
        /// Its number among the wiring's devices.
        public var device: Int
        public var addresses: [InterfaceAddress]
        /// Where what is for nobody on its segment goes, one of each version; none for no default route.
        public var gateways: [IPAddress]
        /// The longest packet, in bytes.
        public var mtu: Int

        public init(
            name: String,
            device: Int,
            addresses: [InterfaceAddress],
            gateways: [IPAddress],
            mtu: Int = 1500
        ) {
            self.name = name
            self.device = device
            self.addresses = addresses
            self.gateways = gateways
            self.mtu = mtu
        }
    }

    public var name: String
    /// The first is preferred for what is not bound to an address.
    public var interfaces: [Interface]
    /// What its programs see as /etc/hosts; nil for the machine's.
    public var hostsText: String?
    /// Set for a router whose kernel forwards and translates.
    public var router: KernelRouter?

    public init(
        name: String,
        interfaces: [Interface],
        hostsText: String? = nil,
        router: KernelRouter? = nil
    ) {
        self.name = name
        self.interfaces = interfaces
        self.hostsText = hostsText
        self.router = router
    }
}

/// An address and the length of the prefix its segment has.
public struct InterfaceAddress: Hashable, Sendable, CustomStringConvertible {
    public var address: IPAddress
    public var prefixLength: Int

    public init(_ address: IPAddress, prefixLength: Int) {
        self.address = address
        self.prefixLength = prefixLength
    }

    public var description: String { "\(address)/\(prefixLength)" }
}

/// A router that is a namespace with nftables, as most homes have it.
public struct KernelRouter: Hashable, Sendable {
    /// Its interface towards the internet.
    public var uplink: String
    /// Whether each destination gets another port: masquerade with random ports.
    public var randomPorts: Bool
    /// Whether it drops what nobody inside asked for, as real ones do.
    public var dropsUnsolicited: Bool
    /// How long an idle UDP flow is remembered, in seconds, before and after it was answered.
    public var udpTimeouts: (unanswered: Int, answered: Int) {
        get { (unansweredTimeout, answeredTimeout) }
        set { (unansweredTimeout, answeredTimeout) = newValue }
    }
    private var unansweredTimeout = 30
    private var answeredTimeout = 120

    public init(uplink: String, randomPorts: Bool = false, dropsUnsolicited: Bool = true) {
        self.uplink = uplink
        self.randomPorts = randomPorts
        self.dropsUnsolicited = dropsUnsolicited
    }
}
