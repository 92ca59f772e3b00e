import EventLoop
import STUN
import SansIO
import TURN

/// All clients of a run: opened together, driven together, closed together.
final class BenchSession {
    /// Clients that wait for their allocation at one time.
    private static let openingAtOnce = 64
    /// How long the server may take for all of them.
    private static let openingLimit = Duration.seconds(30)
    private static let closingLimit = Duration.seconds(2)

    let port: BenchPort
    private(set) var clients: [BenchClient] = []
    private let streamMemory = PacketSlab(slotCount: 1, capacity: 65_535)

    private let credentials: ((Int) -> LongTermCredential?)?
    private let tls: TLSClientContext?
    private let bindPeer: BenchPeerBinding?

    /// A session without clients.
    ///
    /// With `secret` each client gets a credential of its own user, good for an hour; nil is for a plan without
    /// a server.
    init(_ plan: BenchPlan, secret: SharedSecret?, bindPeer: BenchPeerBinding?) throws {
        self.bindPeer = bindPeer
        port = try BenchPort(plan)
        if let secret {
            let expiry = WallClock.now() + .seconds(3600)
            credentials = { number in
                TimeLimitedUsername(expiry: expiry, user: "bench-\(number)")
                    .flatMap { LongTermCredential(TimeLimitedCredential($0, secret: secret)) }
            }
        } else {
            credentials = nil
        }
        let isTLS = plan.transport == .tls && plan.mode != .direct
        tls = isTLS ? try TLSClientContext(trust: plan.tlsAuthority.map { .file($0) } ?? .system) : nil
    }

    // MARK: Opening and closing

    /// Opens every client's sockets; nothing is sent yet.
    func openSockets() throws {
        port.tick()
        for number in 0..<port.plan.clients {
            let credential = credentials?(number) ?? nil
            let client = try BenchClient(
                number,
                port.plan,
                credential: credential,
                tls: tls,
                bindPeer: bindPeer,
                at: port.now
            )
            try port.poller.add(
                client.link.fileDescriptor,
                token: BenchToken.client(number).rawValue,
                interest: .read
            )
            if let peer = client.peer {
                let token = BenchToken.peer(number).rawValue
                try port.poller.add(peer.socket.fileDescriptor, token: token, interest: .read)
            }
            clients.append(client)
        }
    }

    /// Makes every client's allocation and what it needs to reach its peer.
    func allocate() throws {
        try carryOut("allocate", within: Self.openingLimit, { $0.open(port) }, isDone: \.isReady)
    }

    /// Gives the allocations back, as far as the server answers in time.
    func close() {
        try? carryOut("close", within: Self.closingLimit, { $0.close(port) }, isDone: \.isClosed)
    }

    /// Starts something with every client, some at a time, and waits until it is done with all.
    private func carryOut(
        _ what: String,
        within limit: Duration,
        _ start: (BenchClient) -> Void,
        isDone: (BenchClient) -> Bool
    ) throws {
        port.tick()
        let end = port.now + limit
        var waiting: [BenchClient] = []
        var started = 0
        while started < clients.count || !waiting.isEmpty {
            while started < clients.count, waiting.count < Self.openingAtOnce {
                waiting.append(clients[started])
                start(clients[started])
                started += 1
            }
            port.flush()
            let deadline = waiting.compactMap(\.nextDeadline).min().map { min($0, end) } ?? end
            // What needs no answer is done at once.
            waiting.removeAll(where: isDone)
            if waiting.isEmpty { continue }
            try serve(until: deadline) { _, _, _, _ in }
            for client in waiting {
                if let failure = client.failure { throw failure }
                if let due = client.nextDeadline, due <= port.now { client.advance(port) }
            }
            waiting.removeAll(where: isDone)
            guard port.now < end else {
                let done = clients.filter(isDone).count
                throw BenchFailure("\(done) of \(clients.count) clients could \(what) within \(limit)")
            }
        }
    }

    // MARK: Serving

    /// What arrived: at which client, at its peer or itself, from where, and the application's data.
    ///
    /// The source is nil where the server tells none.
    typealias Arrival = (BenchClient, _ isUp: Bool, Endpoint?, PacketBuffer) -> Void

    /// Waits until something has arrived or `deadline` has come, and hands over the application's data.
    func serve(until deadline: Instant, take: Arrival) throws {
        let count = try port.poller.wait(until: deadline)
        port.tick()
        for index in 0..<count {
            let event = port.poller[index]
            switch BenchToken(rawValue: event.token) {
            case .client(let number): receive(at: clients[number], take)
            case .peer(let number): receiveAtPeer(of: clients[number], take)
            }
        }
    }

    private func receive(at client: BenchClient, _ take: Arrival) {
        switch client.link {
        case .datagrams(let socket):
            let count = port.receiver.receive(from: socket)
            for index in 0..<count {
                let source = port.receiver.source(index)
                client.receive(port.receiver.packet(index), port) { peer, data in
                    take(client, false, peer ?? source, data)
                }
            }
        case .stream(let stream):
            do {
                try read(stream, of: client, take)
            } catch {
                client.fail("\(error)")
            }
        }
    }

    private func read(_ stream: StreamConnection, of client: BenchClient, _ take: Arrival) throws {
        let whole = streamMemory.packet(0, count: streamMemory.capacity)
        let memory = UnsafeMutableRawBufferPointer(
            start: whole.base + whole.range.lowerBound,
            count: streamMemory.capacity
        )
        reading: for _ in 0..<4 {
            switch try stream.read(into: memory) {
            case .wouldBlock: break reading
            case .endOfStream: throw BenchFailure("the server closed the connection")
            case .bytes(let count):
                client.receive(streamMemory.packet(0, count: count), port) { peer, data in
                    take(client, false, peer, data)
                }
            }
        }
        port.flush(client)
    }

    private func receiveAtPeer(of client: BenchClient, _ take: Arrival) {
        guard let peer = client.peer else { return }
        let count = port.receiver.receive(from: peer.socket)
        for index in 0..<count {
            take(client, true, port.receiver.source(index), port.receiver.packet(index))
        }
    }
}
