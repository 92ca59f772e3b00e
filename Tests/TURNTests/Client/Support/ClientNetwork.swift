import STUN
import SansIO
import TURN
import Testing

/// Clients and one server, joined in memory by paths with seeded faults; the clock jumps.
final class ClientNetwork {
    private struct Event {
        var time: Instant
        var order: Int
        var client: Int
        var isToServer: Bool
        var bytes: [UInt8]
    }

    /// One client with its path.
    private struct Attached {
        var client: ClientUnderTest
        var tuple: FiveTuple
        /// What has come to the server of its stream and is no whole message yet.
        var streamToServer: [UInt8] = []
        var framer = StreamFramer()
        /// When the last piece of a stream arrives, in each direction: none overtakes another.
        var lastToServer: Instant
        var lastToClient: Instant
    }

    let host: RelayHost
    private var attached: [Attached] = []
    var conditions: PathConditions
    /// While it is true nothing passes, in either direction.
    var isCut = false
    private(set) var clock = Instant(nanoseconds: 5_000_000_000)
    private var random: SeededRandom
    private var events: [Event] = []
    private var eventCount = 0
    private let secret: SharedSecret

    init(
        conditions: PathConditions = PathConditions(),
        families: [IPAddress.Family] = [.v4, .v6],
        ports: ClosedRange<UInt16> = 49_152...49_351,
        limits: RelayControl.Limits = .init(),
        seed: UInt64 = 1,
        configure: (inout TURNServerConfiguration) -> Void = { _ in }
    ) throws {
        self.conditions = conditions
        random = SeededRandom(seed: seed)
        secret = try #require(SharedSecret("north"))
        var configuration = TURNServerConfiguration(realm: try #require(Realm("relay.example")))
        configuration.secrets = [secret]
        configuration.peerPolicy = PeerPolicy(
            allowed: [
                try #require(IPPrefix("198.18.0.0/15")), try #require(IPPrefix("2001:2::/48")),
            ],
            hostAddresses: [RelayHost.v4.address, RelayHost.v6.address],
            relayedAddresses: [RelayHost.v4.address, RelayHost.v6.address]
        )
        configure(&configuration)
        host = RelayHost(
            configuration: configuration,
            families: families,
            ports: ports,
            limits: limits,
            seed: seed,
            at: clock
        )
    }

    // MARK: Clients

    func credential(
        user: String = "cast",
        expiresIn lifetime: Duration = .seconds(86_400)
    ) throws
        -> LongTermCredential
    {
        let username = try #require(
            TimeLimitedUsername(expiry: RelayHost.startTime + lifetime, user: user)
        )
        return try #require(LongTermCredential(TimeLimitedCredential(username, secret: secret)))
    }

    /// A client that has not been told to allocate yet.
    func attach(
        _ transport: TransportProtocol = .udp,
        port: UInt16 = 40_000,
        credential: LongTermCredential? = nil,
        configure: (inout TURNClientConfiguration) -> Void = { _ in }
    ) throws -> ClientUnderTest {
        var configuration = TURNClientConfiguration(
            transport: transport,
            credential: try credential ?? self.credential()
        )
        configure(&configuration)
        let client = ClientUnderTest(configuration, seed: random.next(), at: clock)
        let address = Endpoint(IPAddress(198, 18, 0, 5), port)
        attached.append(
            Attached(
                client: client,
                tuple: FiveTuple(transport, client: address, server: RelayHost.v4),
                lastToServer: clock,
                lastToClient: clock
            )
        )
        return client
    }

    /// A client with an allocation.
    func allocate(
        _ transport: TransportProtocol = .udp,
        port: UInt16 = 40_000,
        configure: (inout TURNClientConfiguration) -> Void = { _ in }
    ) throws -> ClientUnderTest {
        let client = try attach(transport, port: port, configure: configure)
        client.tell(.opened)
        run(for: .seconds(60)) { client.isAllocated }
        try #require(client.isAllocated)
        return client
    }

    /// Gives the client another local port.
    func rebind(_ client: ClientUnderTest, port: UInt16) {
        for index in attached.indices where attached[index].client === client {
            attached[index].tuple.client.port = port
            attached[index].streamToServer = []
            attached[index].framer = StreamFramer()
        }
    }

    /// Takes a client away without a word.
    func detach(_ client: ClientUnderTest) {
        // Its index stays, because events name it.
        for index in attached.indices where attached[index].client === client {
            attached[index].tuple.client.port = 1
        }
        isolated.insert(ObjectIdentifier(client))
    }

    private var isolated: Set<ObjectIdentifier> = []

    // MARK: Time

    /// Lets time pass until `isDone`, or for `duration`.
    func run(for duration: Duration, until isDone: () -> Bool = { false }) {
        let end = clock + duration
        collect()
        while !isDone(), let next = nextMoment, next <= end {
            clock = max(clock, next)
            advanceAll()
            collect()
            while let event = popDue() {
                deliver(event)
                collect()
            }
        }
        if isDone() { return }
        clock = end
        advanceAll()
        collect()
    }

    private var nextMoment: Instant? {
        let deadlines = attached.filter { !isolated.contains(ObjectIdentifier($0.client)) }
            .compactMap(\.client.nextDeadline)
        return (deadlines + [host.nextDeadline, events.map(\.time).min()].compactMap { $0 }).min()
    }

    private func advanceAll() {
        for entry in attached where !isolated.contains(ObjectIdentifier(entry.client)) {
            entry.client.advance(to: clock)
        }
        host.advance(to: clock)
    }

    // MARK: Paths

    private func popDue() -> Event? {
        let due = events.indices.filter { events[$0].time <= clock }
            .min { (events[$0].time, events[$0].order) < (events[$1].time, events[$1].order) }
        return due.map { events.remove(at: $0) }
    }

    private func collect() {
        for index in attached.indices {
            for bytes in attached[index].client.takeSent() { send(bytes, of: index, isToServer: true) }
        }
        for (client, bytes) in host.takeToClients() {
            guard let index = attached.lastIndex(where: { $0.tuple == client.tuple }) else { continue }
            send(bytes, of: index, isToServer: false)
        }
    }

    private func send(_ bytes: [UInt8], of index: Int, isToServer: Bool) {
        guard !isCut, !isolated.contains(ObjectIdentifier(attached[index].client)) else { return }
        if attached[index].tuple.transport == .udp {
            guard Double.random(in: 0..<1, using: &random) >= conditions.loss else { return }
            let isDoubled = Double.random(in: 0..<1, using: &random) < conditions.duplication
            for _ in 0..<(isDoubled ? 2 : 1) {
                let jitter = conditions.jitter * Double.random(in: 0..<1, using: &random)
                schedule(bytes, of: index, isToServer: isToServer, at: clock + conditions.delay + jitter)
            }
            return
        }
        let last = isToServer ? attached[index].lastToServer : attached[index].lastToClient
        var arrival = max(last, clock + conditions.delay)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = conditions.cutsStreams ? Int.random(in: 1...rest.count, using: &random) : rest.count
            schedule(Array(rest.prefix(count)), of: index, isToServer: isToServer, at: arrival)
            rest = rest.dropFirst(count)
            if conditions.cutsStreams { arrival += .milliseconds(1) }
        }
        if isToServer {
            attached[index].lastToServer = arrival
        } else {
            attached[index].lastToClient = arrival
        }
    }

    private func schedule(_ bytes: [UInt8], of index: Int, isToServer: Bool, at time: Instant) {
        events.append(
            Event(time: time, order: eventCount, client: index, isToServer: isToServer, bytes: bytes)
        )
        eventCount += 1
    }

    private func deliver(_ event: Event) {
        let entry = attached[event.client]
        guard !isolated.contains(ObjectIdentifier(entry.client)) else { return }
        if !event.isToServer {
            entry.client.receive(event.bytes)
        } else if entry.tuple.transport == .udp {
            host.receive(event.bytes, from: Client(entry.tuple, socket: 0), at: clock)
        } else {
            deliverPiece(event)
        }
    }

    private func deliverPiece(_ event: Event) {
        attached[event.client].streamToServer += event.bytes
        let bytes = attached[event.client].streamToServer
        var offset = 0
        do {
            while let range = try attached[event.client].framer.next(in: bytes.span, from: &offset) {
                let client = Client(attached[event.client].tuple, socket: 0)
                host.receive(Array(bytes[range]), from: client, at: clock)
            }
        } catch {
            Issue.record("the client's stream is broken: \(error)")
        }
        attached[event.client].streamToServer = Array(bytes[offset...])
    }
}
