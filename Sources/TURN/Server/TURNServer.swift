import STUN
public import SansIO

/// A STUN and TURN server: RFC 8489, RFC 8656, RFC 5780.
///
/// A core: it is told what arrived and when, and asked what to do and when to be called again. One thread
/// owns it. Relayed packets are answered with the very buffer that came in, headers put in front; nothing on
/// that path allocates.
///
///                 Allocate             relayOpened
///     (nothing) ------------> pending -------------> live --+-- Refresh 0, expiry,
///         ^                      | relayFailed         |    |   connection closed
///         +----------------------+                     +----+--> (nothing), closeRelay
///
/// Each operation has its file: `TURNServer+Allocate`, `+Refresh`, `+CreatePermission`, `+ChannelBind`,
/// `+ClientData`, `+PeerData`.
public struct TURNServer: ~Copyable {
    /// What the server is told.
    public enum Input {
        /// A datagram, or one whole message of a stream without its padding.
        case fromClient(Client, PacketBuffer)
        /// A datagram at a relay socket.
        case fromPeer(RelayPort, Endpoint, PacketBuffer)
        /// The answer to `.openRelay`.
        case relayOpened(AllocationID, RelayGrant)
        case relayFailed(AllocationID, RelayRefusal)
        /// An ICMP error about a packet that went out by this relay socket to this peer.
        case unreachable(RelayPort, Endpoint, ICMPError)
        /// The client's connection is closed.
        case disconnected(Client)
        /// What the wall clock says, for credentials and nonces; told at the start and every minute or so.
        case wallClock(UnixTime)
        /// The server stops: every allocation ends.
        case stop
    }

    /// What the server wants done.
    public enum Output {
        /// Relayed data, in the buffer of the input; it may be dropped when the client is too slow.
        case toClient(Client, PacketBuffer)
        /// An answer, not to be dropped while the client's connection lives; `from` is the server's address to send from.
        case reply(Client, [UInt8], from: Endpoint, to: Endpoint)
        /// Told unasked; it may be dropped when the client is too slow.
        case notice(Client, [UInt8])
        /// Relayed data, in the buffer of the input.
        case toPeer(RelayPort, Endpoint, PacketBuffer, dontFragment: Bool)
        case openRelay(RelayRequest)
        /// A relayed address ended. With `user`, the whole allocation did.
        case closeRelay(RelayPort, user: String?)
        case event(ServerEvent)
    }

    /// An Allocate request that waits for its relay ports.
    struct Pending {
        var client: Client
        var request: AuthenticatedRequest
        var lifetime: Duration
        var user: String
        var families: [IPAddress.Family]
        /// The client's connection closed or the server stopped: the ports are given back when they come.
        var isAbandoned = false
    }

    let configuration: TURNServerConfiguration
    let livePorts: LiveRelayPorts
    let nonces: NonceIssuer
    let bindings: [BindingResponder]
    /// For the transaction ids of indications, which nobody answers and which are drawn for every packet.
    var indicationIDs: SeededRandom

    var allocations: AllocationTable
    var pending: [AllocationID: Pending] = [:]
    var transactions: TransactionCache
    var timers = TimerTable<UInt32>()
    var budget: AnswerBudget
    /// The wall clock at an instant.
    var wallClock = (time: UnixTime(seconds: 0), at: Instant(nanoseconds: 0))
    /// When a denied packet was last written to the log.
    var denialLoggedAt: Instant?

    public internal(set) var counters = ServerCounters()
    private var outputs = OutputQueue<Output>()

    /// A server without allocations.
    ///
    /// `livePorts` is shared with the other workers of the same server and with their `RelayControl`;
    /// `generator` is unpredictable in a server and seeded in a simulation.
    public init(
        configuration: TURNServerConfiguration,
        livePorts: LiveRelayPorts,
        generator: any RandomNumberGenerator,
        at now: Instant
    ) {
        self.configuration = configuration
        self.livePorts = livePorts
        var generator = generator
        nonces = Self.makeNonceIssuer(configuration, using: &generator)
        bindings = configuration.discovery.map { BindingResponder(discovery: $0) } + [BindingResponder()]
        allocations = AllocationTable(seed: generator.next())
        transactions = TransactionCache(limit: configuration.rememberedTransactions)
        budget = AnswerBudget(
            perSecond: configuration.unauthenticatedAnswersPerSource,
            burst: configuration.unauthenticatedAnswerBurst,
            seed: generator.next(),
            at: now
        )
        indicationIDs = SeededRandom(seed: generator.next())
    }

    /// Nonces are signed with the shared secrets, so that several relays behind one name accept each other's.
    private static func makeNonceIssuer(
        _ configuration: TURNServerConfiguration,
        using generator: inout any RandomNumberGenerator
    ) -> NonceIssuer {
        guard configuration.secrets.isEmpty else {
            return NonceIssuer(
                secrets: configuration.secrets,
                lifetime: configuration.nonceLifetime,
                features: .passwordAlgorithms
            )
        }
        let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return NonceIssuer(keys: [key], lifetime: configuration.nonceLifetime, features: .passwordAlgorithms)
    }

    public var allocationCount: Int { allocations.count }

    /// Whether the client has an allocation, so that its connection is worth keeping.
    public func hasAllocation(_ client: Client) -> Bool {
        allocations.slot(of: client) != nil
    }

    /// Takes in what happened; what is to be done is then to be had from `nextOutput`.
    ///
    /// What is over by `now` has ended before: nothing lives on because `advance` is called late.
    public mutating func handle(_ input: Input, at now: Instant) {
        if let due = timers.nextDeadline, due <= now { advance(to: now) }
        switch input {
        case .fromClient(let client, let packet): receive(packet, from: client, at: now)
        case .fromPeer(let relay, let peer, let packet):
            emit(relayToClient(packet, from: peer, by: relay, at: now))
        case .relayOpened(let id, let grant): completeAllocate(id, grant, at: now)
        case .relayFailed(let id, let refusal): failAllocate(id, refusal, at: now)
        case .unreachable(let relay, let peer, let error): tellUnreachable(peer, error, by: relay, at: now)
        case .disconnected(let client):
            abandonPending { $0.client == client }
            if let slot = allocations.slot(of: client) { end(slot, .disconnected) }
        case .wallClock(let time): wallClock = (time, now)
        case .stop:
            abandonPending { _ in true }
            for slot in allocations.slots { end(slot, .stopped) }
        }
    }

    /// Takes in a packet as `handle` does; what only is to be relayed is answered at once, the rest by `nextOutput`.
    ///
    /// For drivers in a hurry: an output passes through a queue, which takes longer than all the rest.
    public mutating func forward(_ packet: PacketBuffer, from client: Client, at now: Instant) -> Forward? {
        guard packet.count >= 4, packet[0] >> 6 == 1 else {
            handle(.fromClient(client, packet), at: now)
            return nil
        }
        if let due = timers.nextDeadline, due <= now { advance(to: now) }
        return relayChannelData(packet, from: client, at: now)
    }

    /// Takes in a peer's packet, as above.
    public mutating func forward(
        _ packet: PacketBuffer,
        from peer: Endpoint,
        by relay: RelayPort,
        at now: Instant
    ) -> Forward? {
        if let due = timers.nextDeadline, due <= now { advance(to: now) }
        return relayToClient(packet, from: peer, by: relay, at: now)
    }

    /// Whether there is something to do.
    public var hasOutput: Bool { !outputs.isEmpty }

    /// The next thing to do, in order; nil when there is none.
    public mutating func nextOutput() -> Output? {
        outputs.next()
    }

    /// When `advance` is to be called at the latest.
    public var nextDeadline: Instant? { timers.nextDeadline }

    /// Ends the allocations whose time is over.
    public mutating func advance(to now: Instant) {
        transactions.forgetExpired(at: now)
        while let slot = timers.popDue(at: now) {
            guard let allocation = allocations[slot] else { continue }
            let isV4Over = allocation.pointee.v4 == nil || allocation.pointee.v4Expiry <= now
            let isV6Over = allocation.pointee.v6 == nil || allocation.pointee.v6Expiry <= now
            end(slot, isV4Over && isV6Over ? nil : isV4Over ? .v4 : .v6, .expired)
        }
    }

    mutating func emit(_ output: Output) {
        outputs.append(output)
    }

    mutating func emit(_ forward: Forward?) {
        switch forward {
        case .toClient(let client, let packet): emit(.toClient(client, packet))
        case .toPeer(let relay, let peer, let packet, let dontFragment):
            emit(.toPeer(relay, peer, packet, dontFragment: dontFragment))
        case nil: break
        }
    }

    /// The wall clock's time now.
    func unixTime(at now: Instant) -> UnixTime {
        wallClock.time + (now - wallClock.at)
    }

    /// Closes all relay sockets of an allocation; the last one takes it off its user's count.
    mutating func close(_ id: AllocationID, _ families: [IPAddress.Family], user: String) {
        for family in families {
            emit(.closeRelay(id.relay(family), user: family == families.last ? user : nil))
        }
    }

    /// Takes an allocation out; its relay sockets are to be closed.
    mutating func end(_ slot: UInt32, _ reason: AllocationEnd) {
        guard let allocation = allocations.remove(slot) else { return }
        timers.cancel(slot)
        let user = TimeLimitedUsername(allocation.username)?.user ?? allocation.username
        let id = AllocationID(slot: slot, generation: allocation.generation)
        close(id, allocation.families, user: user)
        emit(
            .event(
                .ended(
                    allocation.client,
                    user: user,
                    reason: reason,
                    up: allocation.relayedUp,
                    down: allocation.relayedDown
                )
            )
        )
    }
}
