public import SansIO

/// A stateful firewall for both IP versions, as a core: told flows and the time, it answers with verdicts.
///
/// Only packets from inside create state. What has expired is gone with the first call at or after that time:
/// it needs no timer of its owner. Behind a NAT it sees inside addresses: outbound before the NAT, inbound
/// after it.
///
/// RFC 6092, RFC 4890 (ICMPv6 errors about known flows pass)
public struct Firewall: ~Copyable {
    /// What becomes of a packet.
    public enum Verdict: Hashable, Sendable {
        case passed
        /// It is dropped without a word.
        case dropped(FirewallDrop)
        /// It is dropped, and its sender to be told "administratively prohibited".
        case rejected(FirewallDrop)
    }

    public private(set) var policy: FirewallPolicy
    /// How many packets it refused, by reason.
    public private(set) var drops = DropCounts<FirewallDrop>()

    private let sessionLimit: Int
    private var sessions: SessionTable
    private var random: SeededRandom
    var outboundFragments: FragmentTable<Bool>
    var inboundFragments: FragmentTable<Bool>

    /// A firewall that remembers at most `sessionLimit` flows.
    public init(_ policy: FirewallPolicy, sessionLimit: Int = 262_144, seed: UInt64) {
        self.policy = policy
        self.sessionLimit = sessionLimit
        random = SeededRandom(seed: seed)
        let tableSeed = random.next()
        sessions = Self.sessionTable(policy, sessionLimit, seed: tableSeed)
        outboundFragments = FragmentTable(capacity: 256, seed: tableSeed)
        inboundFragments = FragmentTable(capacity: 256, seed: tableSeed)
    }

    /// The number of flows that have not expired by the last call.
    public var sessionCount: Int { sessions.count }

    /// Lets expire what has expired by now; every other call does so too.
    public mutating func advance(to now: Instant) {
        while sessions.popExpired(at: now) != nil {}
    }

    /// Loses all state, as by a reboot.
    public mutating func reboot(at now: Instant) {
        sessions = Self.sessionTable(policy, sessionLimit, seed: random.next())
        outboundFragments = FragmentTable(capacity: 256, seed: random.next())
        inboundFragments = FragmentTable(capacity: 256, seed: random.next())
    }

    /// Changes the policy while flows live: new rules hold at once, known flows stay known.
    ///
    /// With another filter, refresh rule or timeouts all state is lost.
    public mutating func changePolicy(to policy: FirewallPolicy, at now: Instant) {
        advance(to: now)
        let keepsState =
            policy.filtering == self.policy.filtering && policy.timeouts == self.policy.timeouts
            && policy.refresh == self.policy.refresh
        self.policy = policy
        if !keepsState { reboot(at: now) }
    }

    private static func sessionTable(
        _ policy: FirewallPolicy,
        _ limit: Int,
        seed: UInt64
    ) -> SessionTable {
        SessionTable(
            filtering: policy.filtering,
            timeouts: policy.timeouts,
            refreshesInbound: policy.refresh == .both,
            capacity: limit,
            seed: seed
        )
    }
}

extension Firewall {
    /// Judges a flow's packet from inside; `flags` are those of a TCP segment.
    public mutating func outbound(_ flow: FlowKey, _ flags: TCPFlags = [], at now: Instant) -> Verdict {
        advance(to: now)
        do throws(FirewallDrop) {
            try passOutbound(flow, flags, at: now)
            return .passed
        } catch {
            return refuse(error, policy.outboundRefusal)
        }
    }

    /// Judges a flow's packet from outside; it creates nothing.
    public mutating func inbound(_ flow: FlowKey, _ flags: TCPFlags = [], at now: Instant) -> Verdict {
        advance(to: now)
        do throws(FirewallDrop) {
            try passInbound(flow, flags, at: now)
            return .passed
        } catch {
            return refuse(error, policy.inboundRefusal)
        }
    }

    mutating func passOutbound(
        _ flow: FlowKey,
        _ flags: TCPFlags,
        at now: Instant
    ) throws(FirewallDrop) {
        try flow.requirePorts()
        guard policy.passes(flow) else { throw .refusedByRule }
        let opening = sessions.noteOutbound(flow, flags, owner: 0, at: now)
        guard opening != .full else { throw .tableFull }
    }

    mutating func passInbound(
        _ flow: FlowKey,
        _ flags: TCPFlags,
        at now: Instant
    ) throws(FirewallDrop) {
        try flow.requirePorts()
        guard policy.passes(flow.reversed) else { throw .refusedByRule }
        guard sessions.admitInbound(flow, flags, at: now) else { throw .unsolicited }
    }

    /// An ICMP error passes when it is about a flow that passes; the flow is seen from inside.
    func requireKnown(_ flow: FlowKey) throws(FirewallDrop) {
        guard policy.passes(flow) else { throw .refusedByRule }
        guard sessions.knows(flow) else { throw .unsolicited }
    }

    mutating func refuse(_ reason: FirewallDrop, _ refusal: FirewallRefusal) -> Verdict {
        drops.add(reason)
        return refusal == .reject ? .rejected(reason) : .dropped(reason)
    }
}

extension FlowKey {
    fileprivate func requirePorts() throws(FirewallDrop) {
        guard `protocol` == .udp || `protocol` == .tcp else { return }
        guard source.port != 0, destination.port != 0 else { throw .malformed }
    }
}
