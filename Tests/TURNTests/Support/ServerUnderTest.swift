import Cryptography
import STUN
import SansIO
import Testing

@testable import TURN

/// One relay process without a kernel: a core per worker, the control table they share, and relay sockets
/// that exist only as entries of a table.
///
/// The clock is moved by hand.
final class ServerUnderTest {
    /// A datagram that left by a relay socket.
    struct PeerDatagram: Hashable {
        /// Where the socket is bound.
        var from: Endpoint
        var to: Endpoint
        var bytes: [UInt8]
        var dontFragment = false
    }

    private final class Worker {
        var core: TURNServer
        var sockets: [RelayPort: RelaySocket] = [:]

        init(_ core: consuming TURNServer) {
            self.core = core
        }
    }

    private struct RelaySocket {
        var local: Endpoint
        var relayed: Endpoint
    }

    static let realm = "relay.example"
    static let v4 = Endpoint(IPAddress(192, 0, 2, 1), 3478)
    static let v6 = Endpoint(IPAddress(v6: 0x2001_0DB8_0000_0000, 1), 3478)
    static let startTime = UnixTime(seconds: 1_800_000_000)

    private(set) var clock = Instant(nanoseconds: 5_000_000_000)
    private(set) var control: RelayControl
    private(set) var events: [ServerEvent] = []
    /// What left for peers outside this server since it was last taken.
    private var peerDatagrams: [PeerDatagram] = []
    private var toClients: [FiveTuple: [[UInt8]]] = [:]
    /// Datagrams between two workers' relay sockets, as a kernel would carry them.
    private var crossing: [PeerDatagram] = []
    /// How often each user's allocations were counted down.
    private(set) var endedUsers: [String] = []
    /// With false, `.openRelay` waits until `openPendingRelays`.
    var opensAtOnce = true
    private(set) var waiting: [(worker: Int, request: RelayRequest)] = []

    let secret: SharedSecret
    private var workers: [Worker] = []
    private var heldSockets: [Int32: Endpoint] = [:]
    private var nextHeldSocket: Int32 = 1
    private let slab = PacketSlab(slotCount: 1, capacity: 65_600)

    /// A server with an IPv4 and an IPv6 address without a NAT, if nothing else is said.
    ///
    /// An unpredictable one has the generator of a real server in place of a seeded one; `configure` changes
    /// what a server has without configuration.
    init(
        workers count: Int = 1,
        addresses: [RelayAddress]? = nil,
        ports: ClosedRange<UInt16> = 49_152...49_351,
        limits: RelayControl.Limits = .init(),
        hostAddresses: Set<IPAddress> = [],
        seed: UInt64 = 7,
        isUnpredictable: Bool = false,
        configure: (inout TURNServerConfiguration) throws -> Void = { _ in }
    ) throws {
        let addresses =
            addresses ?? [RelayAddress(local: Self.v4.address), RelayAddress(local: Self.v6.address)]
        secret = try #require(SharedSecret("north"))
        var configuration = TURNServerConfiguration(realm: try #require(Realm(Self.realm)))
        configuration.secrets = [secret]
        configuration.relayAddresses = addresses
        configuration.peerPolicy = PeerPolicy(
            hostAddresses: hostAddresses.union(addresses.map(\.local)),
            relayedAddresses: Set(addresses.map(\.advertised))
        )
        configuration.unauthenticatedAnswersPerSource = 0
        try configure(&configuration)
        let livePorts = LiveRelayPorts(addresses: addresses.map(\.advertised))
        control = RelayControl(
            addresses: addresses,
            ports: ports,
            limits: limits,
            livePorts: livePorts,
            generator: isUnpredictable ? SecureRandom() : SeededRandom(seed: seed)
        )
        for index in 0..<count {
            var core = TURNServer(
                configuration: configuration,
                livePorts: livePorts,
                generator: isUnpredictable
                    ? SecureRandom() : SeededRandom(seed: seed &+ 100 &+ UInt64(index)),
                at: clock
            )
            core.handle(.wallClock(Self.startTime), at: clock)
            workers.append(Worker(core))
        }
    }

    // MARK: The world

    var time: UnixTime { Self.startTime + (clock - Instant(nanoseconds: 5_000_000_000)) }

    var allocationCount: Int { workers.reduce(0) { $0 + $1.core.allocationCount } }

    var openSocketCount: Int { workers.reduce(0) { $0 + $1.sockets.count } }

    /// Successes kept for retransmissions.
    var rememberedAnswerCount: Int { workers.reduce(0) { $0 + $1.core.transactions.count } }

    var heldSocketCount: Int { heldSockets.count }

    var nextDeadline: Instant? { workers.compactMap { $0.core.nextDeadline }.min() }

    func counters(ofWorker index: Int = 0) -> ServerCounters { workers[index].core.counters }

    /// Moves the clock, stopping at every deadline on the way.
    func advance(by duration: Duration) {
        let end = clock + duration
        while let deadline = [nextDeadline, control.nextDeadline].compactMap({ $0 }).min(), deadline <= end {
            clock = max(clock, deadline)
            wake()
        }
        clock = end
        wake()
    }

    /// Moves the clock and does nothing else: a driver that is late.
    func moveClock(by duration: Duration) {
        clock += duration
    }

    private func wake() {
        for socket in control.expireReservations(at: clock) { heldSockets[socket] = nil }
        for index in workers.indices {
            workers[index].core.advance(to: clock)
            drain(index)
        }
    }

    /// Takes the datagrams that left for peers.
    func takePeerDatagrams() -> [PeerDatagram] {
        defer { peerDatagrams = [] }
        return peerDatagrams
    }

    func takeMessages(to tuple: FiveTuple) -> [[UInt8]] {
        toClients.removeValue(forKey: tuple) ?? []
    }

    func takeEvents() -> [ServerEvent] {
        defer { events = [] }
        return events
    }

    // MARK: Inputs

    /// A datagram, or one message of a stream.
    func receive(_ bytes: [UInt8], from tuple: FiveTuple, socket: UInt64 = 0, worker: Int = 0) {
        tell(.fromClient(Client(tuple, socket: socket), packet(bytes)), worker)
    }

    /// A peer's datagram at a relayed address; lost when no socket is open there.
    func receiveFromPeer(_ bytes: [UInt8], from peer: Endpoint, atRelayed relayed: Endpoint) {
        for (index, worker) in workers.enumerated() {
            for (port, socket) in worker.sockets where socket.relayed == relayed {
                tell(.fromPeer(port, peer, packet(bytes)), index)
                return
            }
        }
    }

    /// An ICMP error about a packet that left from a relayed address.
    func receiveICMP(_ error: ICMPError, about peer: Endpoint, atRelayed relayed: Endpoint) {
        for (index, worker) in workers.enumerated() {
            for (port, socket) in worker.sockets where socket.relayed == relayed {
                tell(.unreachable(port, peer, error), index)
                return
            }
        }
    }

    /// The name of the relay socket at a relayed address.
    func relayPort(at relayed: Endpoint) -> RelayPort? {
        workers.flatMap { $0.sockets }.first { $0.value.relayed == relayed }?.key
    }

    func tell(_ input: TURNServer.Input, _ worker: Int = 0) {
        workers[worker].core.handle(input, at: clock)
        drain(worker)
        carryCrossing()
    }

    /// Lends out a worker's core, for what has to happen without this harness around it.
    func withCore<Result>(_ index: Int = 0, _ body: (inout TURNServer) throws -> Result) rethrows -> Result {
        try body(&workers[index].core)
    }

    func openPendingRelays() {
        let requests = waiting
        waiting = []
        for (worker, request) in requests { open(request, worker) }
        for worker in workers.indices { drain(worker) }
    }

    /// Answers a request that waits as if no socket could be opened.
    func failPendingRelays(_ refusal: RelayRefusal) {
        let requests = waiting
        waiting = []
        for (worker, request) in requests { tell(.relayFailed(request.allocation, refusal), worker) }
    }

    private func packet(_ bytes: [UInt8]) -> PacketBuffer {
        // What lies around a packet is never zero, so that padding that is not written shows.
        let packet = slab.packet(0, count: bytes.count)
        let (start, end) = (packet.range.lowerBound, packet.range.upperBound)
        for offset in 0..<start { packet.base[offset] = 0xEE }
        for offset in end..<min(packet.limit, end + 64) { packet.base[offset] = 0xEE }
        for (offset, byte) in bytes.enumerated() { packet[offset] = byte }
        return packet
    }

    // MARK: Outputs

    private func drain(_ index: Int) {
        while let output = workers[index].core.nextOutput() {
            switch output {
            case .toClient(let client, let packet):
                toClients[client.tuple, default: []].append(Self.copy(packet))
            case .reply(let client, let bytes, let from, let to):
                let tuple = FiveTuple(client.tuple.transport, client: to, server: from)
                toClients[tuple, default: []].append(bytes)
            case .notice(let client, let bytes):
                toClients[client.tuple, default: []].append(bytes)
            case .toPeer(let port, let peer, let packet, let dontFragment):
                guard let socket = workers[index].sockets[port] else { continue }
                send(
                    PeerDatagram(
                        from: socket.local,
                        to: peer,
                        bytes: Self.copy(packet),
                        dontFragment: dontFragment
                    )
                )
            case .openRelay(let request):
                if opensAtOnce { open(request, index) } else { waiting.append((index, request)) }
            case .closeRelay(let port, let user):
                close(port, user, index)
            case .event(let event):
                events.append(event)
            }
        }
    }

    private func send(_ datagram: PeerDatagram) {
        let isOurs = workers.contains { $0.sockets.values.contains { $0.local == datagram.to } }
        if isOurs { crossing.append(datagram) } else { peerDatagrams.append(datagram) }
    }

    private func carryCrossing() {
        while !crossing.isEmpty {
            let datagram = crossing.removeFirst()
            for (index, worker) in workers.enumerated() {
                for (port, socket) in worker.sockets where socket.local == datagram.to {
                    workers[index].core.handle(
                        .fromPeer(port, datagram.from, packet(datagram.bytes)),
                        at: clock
                    )
                    drain(index)
                }
            }
        }
    }

    private func open(_ request: RelayRequest, _ index: Int) {
        do throws(RelayRefusal) {
            let plan = try control.plan(request, at: clock)
            var grant = RelayGrant(legs: [], refusal: plan.refusal)
            for leg in plan.legs {
                let port = request.allocation.relay(leg.family)
                workers[index].sockets[port] = RelaySocket(local: leg.local, relayed: leg.relayed)
                grant.legs.append(.init(relayed: leg.relayed))
                if let held = leg.heldSocket { heldSockets[held] = nil }
                guard let next = leg.reservedNext else { continue }
                heldSockets[nextHeldSocket] = next
                grant.token = control.keep(leg, socket: nextHeldSocket, user: request.user, at: clock)
                nextHeldSocket += 1
            }
            control.confirm(plan.legs.map(\.relayed))
            workers[index].core.handle(.relayOpened(request.allocation, grant), at: clock)
        } catch {
            workers[index].core.handle(.relayFailed(request.allocation, error), at: clock)
        }
    }

    private func close(_ port: RelayPort, _ user: String?, _ index: Int) {
        if let socket = workers[index].sockets.removeValue(forKey: port) {
            control.release(local: socket.local, relayed: socket.relayed, at: clock)
        } else {
            Issue.record("closes a relay socket that is not open: \(port)")
        }
        if let user {
            control.uncount(user)
            endedUsers.append(user)
        }
    }

    private static func copy(_ packet: PacketBuffer) -> [UInt8] {
        (0..<packet.count).map { packet[$0] }
    }
}
