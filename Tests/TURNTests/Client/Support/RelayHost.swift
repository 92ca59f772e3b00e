import STUN
import SansIO
import TURN
import Testing

/// A server core, its control table, and relay sockets and peers that exist only as entries of tables.
final class RelayHost {
    static let v4 = Endpoint(IPAddress(192, 0, 2, 1), 3478)
    static let v6 = Endpoint(IPAddress(v6: 0x2001_0DB8_0000_0000, 1), 3478)
    static let startTime = UnixTime(seconds: 1_800_000_000)

    private struct RelaySocket {
        var local: Endpoint
        var relayed: Endpoint
    }

    private var core: TURNServer
    private let configuration: TURNServerConfiguration
    private let livePorts: LiveRelayPorts
    private var control: RelayControl
    private var sockets: [RelayPort: RelaySocket] = [:]
    private let slab = PacketSlab(slotCount: 1, capacity: 65_600)
    private let start: Instant
    private var heldSockets: Int32 = 0

    /// Datagrams that arrived at peers.
    private(set) var atPeers: [(from: Endpoint, to: Endpoint, bytes: [UInt8], dontFragment: Bool)] = []
    private var toClients: [(client: Client, bytes: [UInt8])] = []

    init(
        configuration: TURNServerConfiguration,
        families: [IPAddress.Family],
        ports: ClosedRange<UInt16>,
        limits: RelayControl.Limits,
        seed: UInt64,
        at now: Instant
    ) {
        let addresses = [Self.v4, Self.v6].map(\.address).filter { families.contains($0.family) }
            .map { RelayAddress(local: $0) }
        self.configuration = configuration
        livePorts = LiveRelayPorts(addresses: addresses.map(\.advertised))
        control = RelayControl(
            addresses: addresses,
            ports: ports,
            limits: limits,
            livePorts: livePorts,
            generator: SeededRandom(seed: seed)
        )
        core = TURNServer(
            configuration: configuration,
            livePorts: livePorts,
            generator: SeededRandom(seed: seed + 1),
            at: now
        )
        start = now
        core.handle(.wallClock(Self.startTime), at: now)
    }

    var allocationCount: Int { core.allocationCount }
    var nextDeadline: Instant? { core.nextDeadline }
    var counters: ServerCounters { core.counters }

    /// A new core that knows of no allocation, with the secrets of the old one.
    func restart(at now: Instant) {
        for socket in sockets.values {
            control.release(local: socket.local, relayed: socket.relayed, at: now)
        }
        sockets = [:]
        core = TURNServer(
            configuration: configuration,
            livePorts: livePorts,
            generator: SeededRandom(seed: now.nanoseconds),
            at: now
        )
        core.handle(.wallClock(Self.startTime + (now - start)), at: now)
    }

    func takeAtPeers() -> [(from: Endpoint, to: Endpoint, bytes: [UInt8], dontFragment: Bool)] {
        defer { atPeers = [] }
        return atPeers
    }

    func takeToClients() -> [(client: Client, bytes: [UInt8])] {
        defer { toClients = [] }
        return toClients
    }

    // MARK: Inputs

    /// A datagram, or one message of a stream.
    func receive(_ bytes: [UInt8], from client: Client, at now: Instant) {
        core.handle(.fromClient(client, packet(bytes)), at: now)
        drain(at: now)
    }

    /// A peer's datagram at a relayed address; lost when no socket is open there.
    func receiveFromPeer(_ bytes: [UInt8], from peer: Endpoint, atRelayed relayed: Endpoint, at now: Instant)
    {
        guard let port = sockets.first(where: { $0.value.relayed == relayed })?.key else { return }
        core.handle(.fromPeer(port, peer, packet(bytes)), at: now)
        drain(at: now)
    }

    func receiveICMP(_ error: ICMPError, about peer: Endpoint, atRelayed relayed: Endpoint, at now: Instant) {
        guard let port = sockets.first(where: { $0.value.relayed == relayed })?.key else { return }
        core.handle(.unreachable(port, peer, error), at: now)
        drain(at: now)
    }

    func advance(to now: Instant) {
        _ = control.expireReservations(at: now)
        core.advance(to: now)
        drain(at: now)
    }

    private func packet(_ bytes: [UInt8]) -> PacketBuffer {
        let packet = slab.packet(0, count: bytes.count)
        for offset in 0..<min(packet.limit, packet.range.upperBound + 8) { packet.base[offset] = 0xEE }
        for (offset, byte) in bytes.enumerated() { packet[offset] = byte }
        return packet
    }

    // MARK: Outputs

    private func drain(at now: Instant) {
        while let output = core.nextOutput() {
            switch output {
            case .toClient(let client, let packet): toClients.append((client, Self.copy(packet)))
            case .reply(let client, let bytes, _, _), .notice(let client, let bytes):
                toClients.append((client, bytes))
            case .toPeer(let port, let peer, let packet, let dontFragment):
                guard let socket = sockets[port] else { continue }
                atPeers.append((socket.relayed, peer, Self.copy(packet), dontFragment))
            case .openRelay(let request): open(request, at: now)
            case .closeRelay(let port, let user):
                if let socket = sockets.removeValue(forKey: port) {
                    control.release(local: socket.local, relayed: socket.relayed, at: now)
                }
                if let user { control.uncount(user) }
            case .event: continue
            }
        }
    }

    private func open(_ request: RelayRequest, at now: Instant) {
        do throws(RelayRefusal) {
            let plan = try control.plan(request, at: now)
            var grant = RelayGrant(legs: [], refusal: plan.refusal)
            for leg in plan.legs {
                sockets[request.allocation.relay(leg.family)] = RelaySocket(
                    local: leg.local,
                    relayed: leg.relayed
                )
                grant.legs.append(.init(relayed: leg.relayed))
                guard leg.reservedNext != nil else { continue }
                heldSockets += 1
                grant.token = control.keep(leg, socket: heldSockets, user: request.user, at: now)
            }
            control.confirm(plan.legs.map(\.relayed))
            core.handle(.relayOpened(request.allocation, grant), at: now)
        } catch {
            core.handle(.relayFailed(request.allocation, error), at: now)
        }
    }

    private static func copy(_ packet: PacketBuffer) -> [UInt8] {
        (0..<packet.count).map { packet[$0] }
    }
}
