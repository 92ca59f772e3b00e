public import SansIO

/// A network address and port translator, as a core: told flows and the time, it answers with translations.
///
/// It never gives a port that is in use (RFC 4787 REQ-3); only packets from inside create state, so that
/// an unsolicited packet from outside changes nothing; the same seed and packets give the same ports. What
/// has expired is gone with the first call at or after that time: it needs no timer of its owner. Its router
/// decrements the TTL, answers pings to the NAT's own addresses and routes what stays inside. IPv4 only.
///
/// RFC 4787 (UDP), RFC 5382 (TCP), RFC 5508 (ICMP)
public struct NAT: ~Copyable {
    public let behavior: NATBehavior
    public let limits: NATLimits
    /// Its addresses on the outside, at least one for anything to pass.
    public internal(set) var externalAddresses: [IPAddress]
    /// How many packets it dropped, by reason.
    public internal(set) var drops = DropCounts<NATDrop>()

    var mappings: MappingTable
    var sessions: SessionTable
    /// By address, and for each one for UDP, TCP and ICMP.
    var portPools: [PortPool]
    /// When ports that a rebinding took away may be given again.
    var heldPortsEnd: Instant?
    /// Which external address an inside host is paired with follows from this and its own address.
    var pairingSalt: UInt64
    var random: SeededRandom
    var outboundFragments: FragmentTable<FragmentPath>
    var inboundFragments: FragmentTable<FragmentPath>

    public init(
        _ behavior: NATBehavior,
        externalAddresses: [IPAddress],
        limits: NATLimits = .standard,
        seed: UInt64
    ) {
        self.behavior = behavior
        self.limits = limits
        self.externalAddresses = externalAddresses
        random = SeededRandom(seed: seed)
        pairingSalt = random.next()
        let tableSeed = random.next()
        mappings = MappingTable(seed: tableSeed)
        sessions = Self.sessionTable(behavior, limits, seed: tableSeed)
        portPools = Self.portPools(for: externalAddresses)
        outboundFragments = FragmentTable(capacity: limits.fragmentedPackets, seed: tableSeed)
        inboundFragments = FragmentTable(capacity: limits.fragmentedPackets, seed: tableSeed)
    }

    /// The number of mappings that have not expired by the last call.
    public var mappingCount: Int { mappings.count }

    /// The number of filter entries and connections that have not expired by the last call.
    public var sessionCount: Int { sessions.count }

    /// All mappings, in no order: for people, not for the packet path.
    public var allMappings: [Mapping] { mappings.all }

    /// Whether an address is one of the NAT's own on the outside.
    public func isExternal(_ address: IPAddress) -> Bool {
        externalAddresses.contains(address)
    }

    /// Lets expire what has expired by now; every other call does so too.
    public mutating func advance(to now: Instant) {
        if let end = heldPortsEnd, end <= now { releaseHeldPorts() }
        while let owner = sessions.popExpired(at: now) { endSession(of: owner) }
    }

    private mutating func releaseHeldPorts() {
        heldPortsEnd = nil
        for pool in portPools.indices { portPools[pool].releaseHeld() }
    }

    private mutating func endSession(of owner: UInt32) {
        if mappings.removeSession(from: owner) { forget(owner) }
    }

    /// Removes a mapping and frees its port.
    mutating func forget(_ index: UInt32) {
        let mapping = mappings[index]
        mappings.remove(index)
        if let pool = poolIndex(mapping.protocol, mapping.external.address) {
            portPools[pool].release(mapping.external.port)
        }
    }

    /// Where the ports of a protocol and an external address are kept; nil for what is not translated.
    func poolIndex(_ protocol: IPProtocol, _ address: IPAddress) -> Int? {
        guard let address = externalAddresses.firstIndex(of: address) else { return nil }
        return switch `protocol` {
        case .udp: address * 3
        case .tcp: address * 3 + 1
        case .icmp: address * 3 + 2
        default: nil
        }
    }

    static func portPools(for addresses: [IPAddress]) -> [PortPool] {
        (0..<addresses.count * 3).map { _ in PortPool() }
    }

    static func sessionTable(_ behavior: NATBehavior, _ limits: NATLimits, seed: UInt64) -> SessionTable {
        SessionTable(
            filtering: behavior.filtering,
            timeouts: behavior.timeouts,
            refreshesInbound: behavior.refresh == .both,
            capacity: limits.sessions,
            seed: seed
        )
    }
}
