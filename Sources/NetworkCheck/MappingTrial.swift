internal import STUN
public import SansIO
public import VirtualNetwork

/// Tells the mapping of one socket, by asking four endpoints of a server for its address.
///
/// For two hosts that use one port behind one NAT: the first keeps its socket while the second asks. A core, driven
/// as `NATDiscovery`.
public struct MappingTrial: SocketTrial, ~Copyable {
    private let pace: DiscoveryPace
    private var exchanges: [Exchange] = []
    private var sends = OutputQueue<TrialSend>()
    private var time: Instant

    /// A trial that begins now, of a server with two addresses and two ports.
    public init(
        server: Endpoint,
        other: Endpoint,
        pace: DiscoveryPace = DiscoveryPace(),
        random: SeededRandom,
        at now: Instant
    ) {
        self.pace = pace
        time = now
        var random = random
        for destination in NATDiscovery.endpoints(server, other) {
            let request = BindingRequest(
                TransactionID(UInt32(truncatingIfNeeded: random.next()), random.next())
            )
            exchanges.append(Exchange(socket: 0, to: destination, request, from: now))
        }
        advance(to: now)
    }

    public mutating func nextSend() -> TrialSend? { sends.next() }

    public var nextDeadline: Instant? {
        exchanges.filter { !$0.isAnswered && $0.nextAttempt > time }.map(\.nextAttempt).min()
    }

    public var isFinished: Bool { exchanges.allSatisfy { $0.isOver(pace, at: time) } }

    public mutating func advance(to now: Instant) {
        time = max(time, now)
        for index in exchanges.indices
        where !exchanges[index].isAnswered && exchanges[index].attempts < pace.attempts
            && exchanges[index].nextAttempt <= now
        {
            let exchange = exchanges[index]
            sends.append(
                TrialSend(
                    socket: 0,
                    destination: exchange.destination,
                    bytes: exchange.request.bytes
                )
            )
            exchanges[index].noteSent(pace, at: now)
        }
    }

    public mutating func receive(_ bytes: [UInt8], from source: Endpoint, on socket: Int, at now: Instant) {
        guard let message = try? MessageView(bytes.span) else { return }
        for index in exchanges.indices {
            let response = BindingResponse(message, to: exchanges[index].request.transactionID)
            guard case .mapped(let mapped, _, let other) = response else { continue }
            exchanges[index].noteAnswer(mapped, other: other, at: now)
        }
    }

    /// The endpoints that the socket was seen with, all different ones.
    public var mapped: Set<Endpoint> { Set(exchanges.compactMap(\.answer)) }

    /// How the mapping depends on the destination; nil when an answer is missing.
    public var dependence: EndpointDependence? {
        let answers = exchanges.map(\.answer)
        guard let first = answers[0], !answers.contains(nil) else { return nil }
        if answers.allSatisfy({ $0 == first }) { return .endpointIndependent }
        return answers[1] == first && answers[2] == answers[3] ? .addressDependent : .addressAndPortDependent
    }
}
