internal import STUN
public import SansIO
internal import VirtualNetwork

/// Finds out what the NATs between a host and a server do, by asking a server that has two addresses.
///
///     first contact ─▶ OTHER-ADDRESS ─▶ mapping x 8, filtering, ports x 24, the race, and at the end hairpinning
///
/// RFC 5780 §4, and what that does not ask: ports, several sockets, a packet that comes first. A core: its owner
/// has `socketCount` sockets, sends what comes out of `nextSend`, tells what arrives, and calls `advance` at
/// `nextDeadline` until it `isFinished`.
public struct NATDiscovery: SocketTrial, ~Copyable {
    /// How many sockets it needs, of one address, those from 15 on with ports that follow one another in
    /// pairs, the even one first.
    public static let socketCount = DiscoverySockets.count

    private let server: Endpoint
    private let locals: [Endpoint]
    private let pace: DiscoveryPace
    private var random: SeededRandom
    private var exchanges: [Exchange] = []
    private var hairpin: HairpinTrial?
    private var sends = OutputQueue<TrialSend>()
    private var nextStart: Instant
    private var time: Instant
    public private(set) var isFinished = false
    /// What is known so far.
    public private(set) var findings = NATFindings()

    /// A discovery from sockets bound to `locals` that begins now.
    public init(
        server: Endpoint,
        locals: [Endpoint],
        pace: DiscoveryPace = DiscoveryPace(),
        random: SeededRandom,
        at now: Instant
    ) {
        precondition(locals.count == Self.socketCount)
        self.server = server
        self.locals = locals
        self.pace = pace
        self.random = random
        nextStart = now
        time = now
        ask(DiscoverySockets.first, server)
        advance(to: now)
    }

    public mutating func nextSend() -> TrialSend? { sends.next() }

    /// When to call `advance` again.
    public var nextDeadline: Instant? {
        if isFinished { return nil }
        var earliest = hairpin?.nextDeadline.flatMap { $0 > time ? $0 : nil }
        for exchange in exchanges where !exchange.isAnswered && exchange.nextAttempt > time {
            earliest = min(earliest ?? exchange.nextAttempt, exchange.nextAttempt)
        }
        return earliest
    }

    /// Sends what is due, and goes on when all questions of a part are answered or given up.
    public mutating func advance(to now: Instant) {
        guard !isFinished else { return }
        time = max(time, now)
        for index in exchanges.indices
        where !exchanges[index].isAnswered && exchanges[index].attempts < pace.attempts
            && exchanges[index].nextAttempt <= now
        {
            let exchange = exchanges[index]
            sends.append(
                TrialSend(
                    socket: exchange.socket,
                    destination: exchange.destination,
                    bytes: exchange.request.bytes
                )
            )
            exchanges[index].noteSent(pace, at: now)
        }
        if hairpin != nil { advanceHairpin(to: now) }
        goOn(at: now)
    }

    /// Takes a datagram that came to a socket.
    public mutating func receive(
        _ bytes: [UInt8],
        from source: Endpoint,
        on socket: Int,
        at now: Instant
    ) {
        guard !isFinished else { return }
        hairpin?.receive(bytes, from: source, on: socket)
        guard let message = try? MessageView(bytes.span) else { return }
        for index in exchanges.indices where exchanges[index].socket == socket {
            let response = BindingResponse(message, to: exchanges[index].request.transactionID)
            guard case .mapped(let mapped, _, let other) = response else { continue }
            exchanges[index].noteAnswer(mapped, other: other, at: now)
        }
        goOn(at: now)
    }

    private mutating func ask(
        _ socket: Int,
        _ destination: Endpoint,
        change: ChangeRequest? = nil,
        responsePort: UInt16? = nil
    ) {
        var request = BindingRequest(TransactionID(UInt32(truncatingIfNeeded: random.next()), random.next()))
        request.changeRequest = change
        request.responsePort = responsePort.map { ResponsePort($0) }
        exchanges.append(Exchange(socket: socket, to: destination, request, from: nextStart))
        nextStart += pace.spacing
    }

    private func exchange(_ socket: Int, _ destination: Endpoint) -> Exchange? {
        exchanges.first { $0.socket == socket && $0.destination == destination }
    }

    /// Begins the next part when all of this one is over.
    private mutating func goOn(at now: Instant) {
        guard exchanges.allSatisfy({ $0.isOver(pace, at: now) }) else { return }
        if exchanges.count == 1 { return contact(at: now) }
        if hairpin == nil { return beginHairpin(at: now) }
        if hairpin?.isOver(at: now) == true { conclude() }
    }

    /// The first contact is over: all else can be asked at once, each on sockets of its own.
    private mutating func contact(at now: Instant) {
        guard let mapped = exchanges[0].answer else {
            isFinished = true
            return
        }
        findings.isReached = true
        findings.mapped = mapped
        findings.isTranslated = mapped.address != locals[DiscoverySockets.first].address
        findings.roundTrip = exchanges[0].roundTrip
        guard let other = exchanges[0].other, other.address != server.address else {
            // A server with one address tells no classes.
            isFinished = true
            return
        }
        nextStart = now
        // The race first: its socket must not have sent before the packet comes that nobody asked for.
        ask(DiscoverySockets.raceCaller, server, responsePort: locals[DiscoverySockets.race].port)
        for socket in DiscoverySockets.mapping {
            for destination in Self.endpoints(server, other) { ask(socket, destination) }
        }
        ask(DiscoverySockets.filterAny, server, change: ChangeRequest(address: true, port: true))
        ask(DiscoverySockets.filterPort, server, change: ChangeRequest(address: false, port: true))
        ask(DiscoverySockets.hairpin.near, server)
        ask(DiscoverySockets.hairpin.far, server)
        for socket in DiscoverySockets.ports { ask(socket, server) }
        // When every packet of the race's first part has had its time: one alone may have been lost.
        nextStart = max(nextStart, now + pace.interval * pace.attempts)
        ask(DiscoverySockets.race, server)
        advance(to: now)
    }

    /// Both addresses and both ports of a server: the first, its other port, its other address, both.
    static func endpoints(_ server: Endpoint, _ other: Endpoint) -> [Endpoint] {
        [
            server, Endpoint(server.address, other.port), Endpoint(other.address, server.port), other,
        ]
    }

    private mutating func beginHairpin(at now: Instant) {
        let (near, far) = DiscoverySockets.hairpin
        guard let nearMapped = exchange(near, server)?.answer, let farMapped = exchange(far, server)?.answer
        else { return conclude() }
        hairpin = HairpinTrial(
            near: (near, locals[near], nearMapped),
            far: (far, locals[far], farMapped),
            token: random.next(),
            pace: pace,
            at: now
        )
        advanceHairpin(to: now)
    }

    private mutating func advanceHairpin(to now: Instant) {
        guard var trial = hairpin else { return }
        while let send = trial.nextSend(at: now) { sends.append(send) }
        hairpin = trial
    }

    private mutating func conclude() {
        let other = exchanges[0].other ?? server
        var conclusion = DiscoveryConclusion(exchanges, locals: locals, server: server, other: other, pace)
        conclusion.fill(&findings, hairpin: hairpin)
        isFinished = true
    }
}
