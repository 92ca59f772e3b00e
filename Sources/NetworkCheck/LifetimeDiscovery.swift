internal import STUN
public import SansIO

/// Finds out how long a NAT remembers an idle UDP flow: several sockets wait for different times, and each is then
/// sent something from outside, at another socket's request.
///
///     socket n: Binding ─▶ … idle for its time …      ◀─ answer to the port of socket n: alive
///     caller:                        Binding with RESPONSE-PORT n ─▶ server
///
/// RFC 5780 §4.6. What is sent from outside comes from where the socket has sent, so that any filter lets it pass that
/// still knows the flow. A core, driven as `NATDiscovery`; the caller's socket is the last one.
public struct LifetimeDiscovery: SocketTrial, ~Copyable {
    /// One socket and what became of it.
    private struct Waiter {
        let idle: Duration
        var opening: Exchange
        /// When its last packet left.
        var lastSent: Instant
        var pokes: [TransactionID] = []
        var nextPoke: Instant?
        var isAlive: Bool?
        /// Whether it never got an answer, so that nothing is known of it.
        var isGivenUp = false

        var isOver: Bool { isAlive != nil || isGivenUp }
    }

    private let server: Endpoint
    private let pace: DiscoveryPace
    private var waiters: [Waiter]
    private var random: SeededRandom
    private var sends = OutputQueue<TrialSend>()
    private var time: Instant

    /// One socket for each idle time, and one more, beginning now.
    public init(
        server: Endpoint,
        idleTimes: [Duration],
        pace: DiscoveryPace = DiscoveryPace(),
        random: SeededRandom,
        at now: Instant
    ) {
        (self.server, self.pace, self.random, time) = (server, pace, random, now)
        waiters = []
        for (index, idle) in idleTimes.enumerated() {
            let request = BindingRequest(Self.transaction(&self.random))
            waiters.append(
                Waiter(
                    idle: idle,
                    opening: Exchange(socket: index, to: server, request, from: now + pace.spacing * index),
                    lastSent: now
                )
            )
        }
        advance(to: now)
    }

    private static func transaction(_ random: inout SeededRandom) -> TransactionID {
        TransactionID(UInt32(truncatingIfNeeded: random.next()), random.next())
    }

    public mutating func nextSend() -> TrialSend? { sends.next() }

    public var nextDeadline: Instant? {
        waiters.compactMap { waiter in
            if waiter.isOver { return nil }
            return waiter.opening.isAnswered ? waiter.nextPoke : waiter.opening.nextAttempt
        }.filter { $0 > time }.min()
    }

    public var isFinished: Bool { waiters.allSatisfy(\.isOver) }

    /// The longest idle time after which a flow was still known; nil when there was none.
    public var longestAlive: Duration? { waiters.filter { $0.isAlive == true }.map(\.idle).max() }

    /// The shortest idle time after which a flow was forgotten; nil when there was none.
    public var shortestForgotten: Duration? { waiters.filter { $0.isAlive == false }.map(\.idle).min() }

    public mutating func advance(to now: Instant) {
        time = max(time, now)
        for index in waiters.indices where !waiters[index].isOver {
            if waiters[index].opening.isAnswered { poke(index, at: now) } else { open(index, at: now) }
        }
    }

    private mutating func open(_ index: Int, at now: Instant) {
        guard waiters[index].opening.nextAttempt <= now else { return }
        guard waiters[index].opening.attempts < pace.attempts else {
            waiters[index].isGivenUp = true
            return
        }
        let opening = waiters[index].opening
        sends.append(
            TrialSend(socket: index, destination: server, bytes: opening.request.bytes)
        )
        waiters[index].opening.noteSent(pace, at: now)
        waiters[index].lastSent = now
    }

    private mutating func poke(_ index: Int, at now: Instant) {
        guard let due = waiters[index].nextPoke, due <= now, let mapped = waiters[index].opening.answer else {
            return
        }
        guard waiters[index].pokes.count < pace.attempts else {
            waiters[index].isAlive = false
            return
        }
        let transaction = Self.transaction(&random)
        var request = BindingRequest(transaction)
        request.responsePort = ResponsePort(mapped.port)
        sends.append(
            TrialSend(socket: waiters.count, destination: server, bytes: request.bytes)
        )
        waiters[index].pokes.append(transaction)
        waiters[index].nextPoke = now + pace.interval
    }

    public mutating func receive(_ bytes: [UInt8], from source: Endpoint, on socket: Int, at now: Instant) {
        guard waiters.indices.contains(socket), let message = try? MessageView(bytes.span) else { return }
        if waiters[socket].pokes.contains(message.transactionID) {
            if waiters[socket].isAlive == nil { waiters[socket].isAlive = true }
            return
        }
        let response = BindingResponse(message, to: waiters[socket].opening.request.transactionID)
        guard case .mapped(let mapped, _, let other) = response, !waiters[socket].opening.isAnswered else {
            return
        }
        waiters[socket].opening.noteAnswer(mapped, other: other, at: now)
        waiters[socket].nextPoke = waiters[socket].lastSent + waiters[socket].idle
    }
}
