import Cryptography
import EventLoop
import SansIO
import TURN

/// One client with its peer: an allocation, and the packets that go through it both ways.
final class BenchClient {
    let number: Int
    private(set) var link: BenchLink
    /// Nil where nothing but the allocation is measured.
    let peer: BenchPeer?
    /// Nil where there is no server.
    private let core: BenchCore?

    /// Where the peer sends to.
    private(set) var relayed: Endpoint
    private(set) var isReady = false
    private(set) var isClosed = false
    private(set) var failure: BenchFailure?

    /// What the poller watches a stream for.
    var watched: Poller.Interest = .read

    // What the traffic counts, by direction.
    var nextUp: UInt64 = 0
    var nextDown: UInt64 = 0
    var checkUp = SequenceCheck()
    var checkDown = SequenceCheck()

    /// A core that is no copyable value, in a place that can be left empty.
    final class BenchCore {
        var turn: TURNClient

        init(_ turn: consuming TURNClient) {
            self.turn = turn
        }
    }

    /// Opens the sockets; `credential` is nil where there is no server.
    init(
        _ number: Int,
        _ plan: BenchPlan,
        credential: LongTermCredential?,
        tls: TLSClientContext?,
        bindPeer: BenchPeerBinding?,
        at now: Instant
    ) throws {
        self.number = number
        link = try BenchLink(plan, tls: tls)
        peer = plan.mode == .allocations ? nil : try BenchPeer(plan, bindPeer)
        relayed = link.localEndpoint
        guard let credential else {
            core = nil
            isReady = true
            return
        }
        let configuration = TURNClientConfiguration(transport: plan.transport, credential: credential)
        core = BenchCore(TURNClient(configuration: configuration, generator: SecureRandom(), at: now))
    }

    // MARK: The allocation

    /// Asks for the allocation: over a stream, once it is connected.
    func open(_ port: BenchPort) {
        core?.turn.handle(.opened, at: port.now)
        perform(port)
    }

    /// Gives the allocation back.
    func close(_ port: BenchPort) {
        guard let core else {
            isClosed = true
            return
        }
        core.turn.handle(.close, at: port.now)
        perform(port)
    }

    var nextDeadline: Instant? { core?.turn.nextDeadline }

    func advance(_ port: BenchPort) {
        core?.turn.advance(to: port.now)
        perform(port)
    }

    /// The connection broke.
    func fail(_ reason: String) {
        failure = BenchFailure("client \(number): \(reason)")
    }

    // MARK: Packets

    /// Sends the application's data to the peer.
    func send(_ payload: PacketBuffer, _ port: BenchPort) {
        guard let peer else { return }
        guard let core else {
            port.transmit(payload, to: peer.socket.localEndpoint, by: self)
            return
        }
        core.turn.handle(.send(payload, to: peer.socket.localEndpoint), at: port.now)
        perform(port)
    }

    /// Takes in a datagram or a piece of the stream; `take` gets the application's data in it.
    func receive(_ packet: PacketBuffer, _ port: BenchPort, take: (Endpoint?, PacketBuffer) -> Void) {
        guard let core else {
            take(nil, packet)
            return
        }
        core.turn.handle(.received(packet), at: port.now)
        while let output = core.turn.nextOutput() {
            if case .received(let source, let data) = output {
                take(source, data)
            } else {
                perform(output, port)
            }
        }
    }

    private func perform(_ port: BenchPort) {
        guard let core else { return }
        while let output = core.turn.nextOutput() { perform(output, port) }
    }

    private func perform(_ output: TURNClient.Output, _ port: BenchPort) {
        switch output {
        case .request(let bytes): port.transmit(bytes, by: self)
        case .toServer(let packet): port.transmit(packet, to: nil, by: self)
        case .allocated(let grant): allocated(grant, port)
        case .bound, .permitted: isReady = isReady || isComplete(output, port.plan)
        case .failed(let reason): retry(port, after: reason)
        case .lost(let reason): failure = BenchFailure("client \(number) lost its allocation: \(reason)")
        case .permissionFailed(_, let reason), .bindingFailed(_, let reason):
            failure = BenchFailure("no way to the peer of client \(number): \(reason)")
        case .closed: isClosed = true
        case .received, .unreachable: break
        }
    }

    private func isComplete(_ output: TURNClient.Output, _ plan: BenchPlan) -> Bool {
        if case .bound = output { return true }
        return plan.framing == .indications
    }

    /// The server may still remember another client of the same port, of an earlier run for instance: then from
    /// another one (RFC 8656 §7.4).
    private func retry(_ port: BenchPort, after reason: AllocateFailure) {
        if reason.advice == .openNewPort, case .datagrams = link, let fresh = try? port.reopen(self) {
            link = fresh
            relayed = fresh.localEndpoint
            core?.turn.handle(.opened, at: port.now)
            perform(port)
        } else {
            failure = BenchFailure("no allocation for client \(number): \(reason)")
        }
    }

    private func allocated(_ grant: AllocationGrant, _ port: BenchPort) {
        relayed = grant.relayed.first ?? relayed
        guard let peer else {
            isReady = true
            return
        }
        let endpoint = peer.socket.localEndpoint
        let input: TURNClient.Input =
            port.plan.framing == .channels ? .bind(endpoint) : .permit([endpoint.address])
        core?.turn.handle(input, at: port.now)
        perform(port)
    }
}
