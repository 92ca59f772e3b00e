import STUN
import SansIO
import TURN

/// A server core with its control table, and sockets that exist only as entries of a table.
final class FuzzedRelay {
    private static let address = RelayAddress(local: IPAddress(192, 0, 2, 1))
    private static let addressV6 = RelayAddress(local: IPAddress(v6: 0x2001_0DB8_0000_0000, 1))
    private static let name = "1900000000:fuzz"
    private static let peers = [
        Endpoint(IPAddress(31, 2, 2, 2), 6000), Endpoint(IPAddress(v6: 0x2A00_0000_0000_0000, 7), 6000),
    ]

    private let secret: SharedSecret
    private let realm: Realm
    private let username: Username
    private let key: LongTermKey
    private let slab = PacketSlab(slotCount: 1, capacity: 1500)
    private var core: TURNServer
    private var control: RelayControl
    private var sockets: [RelayPort: (local: Endpoint, relayed: Endpoint)] = [:]
    private var nonces: [Client: [UInt8]] = [:]
    private var now = Instant(nanoseconds: 1_000_000_000)
    private var transactions: UInt64 = 0
    private var heldSocket: Int32 = 0

    init?() {
        guard let secret = SharedSecret("fuzz"), let realm = Realm("fuzz"),
            let username = Username(Self.name),
            let key = LongTermKey(
                username: username.text,
                realm: realm.text,
                password: secret.password(for: username.text)
            )
        else { return nil }
        self.secret = secret
        self.realm = realm
        self.username = username
        self.key = key
        let addresses = [Self.address, Self.addressV6]
        var configuration = TURNServerConfiguration(realm: realm)
        configuration.secrets = [secret]
        configuration.relayAddresses = addresses
        configuration.unauthenticatedAnswersPerSource = 0
        configuration.peerPolicy = PeerPolicy(relayedAddresses: Set(addresses.map(\.advertised)))
        let live = LiveRelayPorts(addresses: addresses.map(\.advertised))
        core = TURNServer(
            configuration: configuration,
            livePorts: live,
            generator: SeededRandom(seed: 1),
            at: now
        )
        control = RelayControl(
            addresses: addresses,
            ports: 50_000...50_007,
            limits: .init(allocationsPerUser: 5),
            livePorts: live,
            generator: SeededRandom(seed: 2)
        )
        tell(.wallClock(UnixTime(seconds: 1_800_000_000)))
    }

    func perform(_ step: FuzzScript.Step) {
        switch step {
        case .datagram(let client, let bytes): receive(bytes, from: Self.client(client))
        case .request(let client, let method, let attributes):
            receive(request(method, attributes, of: Self.client(client)), from: Self.client(client))
        case .peerPacket(let relay, let bytes):
            guard let port = socket(relay) else { return }
            tell(.fromPeer(port, Self.peers[relay % 2], packet(bytes)))
        case .unreachable(let relay, let type, let code):
            guard let port = socket(relay) else { return }
            tell(.unreachable(port, Self.peers[relay % 2], ICMPError(type: type, code: code, data: 1)))
        case .time(let seconds): advance(by: .seconds(seconds))
        case .disconnected(let client): tell(.disconnected(Self.client(client)))
        }
        precondition(core.allocationCount == control.allocationCount)
    }

    /// In the end everything ends.
    func finish() {
        advance(by: .seconds(4000))
        precondition(core.allocationCount == 0 && control.allocationCount == 0 && sockets.isEmpty)
    }

    private static func client(_ index: Int) -> Client {
        let transport: TransportProtocol = index % 2 == 0 ? .udp : .tcp
        let endpoint = Endpoint(IPAddress(31, 1, 1, 1), 5000 + UInt16(index % 4))
        return Client(
            FiveTuple(transport, client: endpoint, server: Endpoint(address.local, 3478)),
            socket: 0
        )
    }

    private func socket(_ index: Int) -> RelayPort? {
        let ports = sockets.keys.sorted { ($0.slot, $0.generation) < ($1.slot, $1.generation) }
        return ports.isEmpty ? nil : ports[index % ports.count]
    }

    private func request(_ method: UInt8, _ attributes: [UInt8], of client: Client) -> [UInt8] {
        let methods: [STUN.Method] = [.allocate, .refresh, .createPermission, .channelBind]
        transactions += 1
        var builder = MessageBuilder(
            MessageType(methods[Int(method) % 4], .request),
            TransactionID(7, transactions)
        )
        if method & 4 != 0 { builder.append(RequestedTransport.udp) }
        var rest = attributes[...]
        while rest.count >= 3 {
            let type = UInt16(rest.removeFirst() & 0x80) << 8 | UInt16(rest.removeFirst() & 0x3F)
            let length = Int(rest.removeFirst() & 0x1F)
            builder.appendRaw(type: AttributeType(rawValue: type), value: Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        if method & 8 != 0 { builder.append(XORPeerAddress(Self.peers[Int(method >> 4) % 2])) }
        builder.append(username)
        builder.append(realm)
        builder.appendRaw(type: .nonce, value: nonces[client] ?? [])
        builder.appendIntegrity(key: key)
        return builder.bytes
    }

    private func receive(_ bytes: [UInt8], from client: Client) {
        tell(.fromClient(client, packet(bytes)))
    }

    private func packet(_ bytes: [UInt8]) -> PacketBuffer {
        let packet = slab.packet(0, count: min(bytes.count, slab.capacity))
        for offset in 0..<packet.count { packet[offset] = bytes[offset] }
        return packet
    }

    private func advance(by duration: Duration) {
        now += duration
        _ = control.expireReservations(at: now)
        core.advance(to: now)
        drain()
    }

    private func tell(_ input: TURNServer.Input) {
        core.handle(input, at: now)
        drain()
    }

    private func drain() {
        while let output = core.nextOutput() {
            switch output {
            case .toClient(_, let packet), .toPeer(_, _, let packet, _):
                precondition(packet.range.lowerBound >= 0)
            case .reply(let client, let bytes, _, _), .notice(let client, let bytes): read(bytes, client)
            case .openRelay(let request): open(request)
            case .closeRelay(let port, let user):
                guard let socket = sockets.removeValue(forKey: port) else { fatalError("no such socket") }
                control.release(local: socket.local, relayed: socket.relayed, at: now)
                if let user { control.uncount(user) }
            case .event: break
            }
        }
    }

    /// Every answer can be read, and a challenge is taken up.
    private func read(_ bytes: [UInt8], _ client: Client) {
        guard let message = try? MessageView(bytes.span) else { fatalError("an unreadable answer") }
        if let nonce = try? message.attribute(Nonce.self) { nonces[client] = nonce.bytes }
    }

    private func open(_ request: RelayRequest) {
        do throws(RelayRefusal) {
            let plan = try control.plan(request, at: now)
            var grant = RelayGrant(legs: [], refusal: plan.refusal)
            for leg in plan.legs {
                sockets[request.allocation.relay(leg.family)] = (leg.local, leg.relayed)
                grant.legs.append(.init(relayed: leg.relayed))
                guard leg.reservedNext != nil else { continue }
                heldSocket += 1
                grant.token = control.keep(leg, socket: heldSocket, user: request.user, at: now)
            }
            control.confirm(plan.legs.map(\.relayed))
            core.handle(.relayOpened(request.allocation, grant), at: now)
        } catch {
            core.handle(.relayFailed(request.allocation, error), at: now)
        }
    }
}
