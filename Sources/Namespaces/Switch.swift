/// An Ethernet switch: a bridge in a namespace of its own, so that no interface of it is seen elsewhere.
public final class Switch {
    public static let bridge = "switch0"

    public let namespace: NetworkNamespace
    private var ports: [VethPair] = []

    /// Makes a switch without ports.
    public init(label: String = "switch") throws {
        namespace = try NetworkNamespace(label: label)
        try namespace.configure { route in
            try route.addBridge(Self.bridge)
            try route.setUp(Self.bridge)
        }
    }

    /// The number of ports.
    public var portCount: Int { ports.count }

    /// Connects a host by an interface called `name` in its namespace, switched on.
    @discardableResult
    public func connect(_ host: NetworkNamespace, as name: String = "eth0") throws -> VethPair {
        let port = "port\(ports.count)"
        let pair = try VethPair(.init(port, in: namespace), .init(name, in: host))
        try namespace.configure { route in try route.connect(port, toBridge: Self.bridge) }
        ports.append(pair)
        return pair
    }

    /// Takes the cables out and lets the switch go.
    public func remove() throws {
        for pair in ports { try pair.remove() }
        ports = []
        try namespace.remove()
    }
}
