import NetworkCheck
import STUN
import SansIO
import VirtualNetwork

/// A host behind NATs, a STUN server with two addresses, and a clock that jumps between them.
struct DiscoveryWorld: ~Copyable {
    static let server = Endpoint(IPAddress(198, 18, 0, 10), 3478)
    private static let second = IPAddress(198, 18, 0, 11)
    private static let host = IPAddress(192, 168, 1, 20)

    private var network: Network
    private var now = Instant(nanoseconds: 1_000_000_000)
    private let responder: BindingResponder
    private let slab = PacketSlab(slotCount: 1, capacity: 1500)
    private let locals: [Endpoint]

    /// NATs from the inside out, all over links with these conditions.
    init(_ nats: [NATBehavior?], link: LinkConditions = LinkConditions(), seed: UInt64 = 1) throws {
        var wiring = NetworkWiring(
            segments: [.init()],
            devices: [.init(segment: 0, addresses: [Self.server.address, Self.second])]
        )
        // From the outside in, each behind the one before.
        for (level, nat) in nats.reversed().enumerated() {
            let isLast = level == nats.count - 1
            wiring.segments.append(.init(gateway: level))
            wiring.routers.append(
                .init(
                    inside: level + 1,
                    uplink: level,
                    kind: .ours(nat: nat, firewall: nil),
                    insideAddresses: [IPAddress(isLast ? 192 : 100, 168, 1, 1)],
                    outsideAddresses: [IPAddress(level == 0 ? 198 : 100, level == 0 ? 18 : 168, 7, 1)],
                    routedPrefixes: nat == nil ? [IPPrefix("192.168.1.0/24")].compactMap(\.self) : [],
                    link: .init(both: link)
                )
            )
        }
        wiring.devices.append(.init(segment: nats.count, addresses: [Self.host]))
        network = try Network(wiring, seed: seed, at: now)
        responder = BindingResponder(
            discovery: DiscoveryEndpoints(
                primary: Self.server,
                alternatePort: 3479,
                alternateAddress: Self.second
            )
        )
        locals = Self.localEndpoints
    }

    /// Ports as programs get them; those from 15 on in pairs, an even one first.
    private static var localEndpoints: [Endpoint] {
        (0..<NATDiscovery.socketCount).map { index -> Endpoint in
            let port = index < 15 ? 40_001 + 3 * index : 44_985 + index
            return Endpoint(host, UInt16(port))
        }
    }

    /// Runs a discovery to its end.
    mutating func discover(pace: DiscoveryPace = DiscoveryPace(), seed: UInt64 = 5) -> NATFindings {
        var discovery = NATDiscovery(
            server: Self.server,
            locals: locals,
            pace: pace,
            random: SeededRandom(seed: seed),
            at: now
        )
        drive(&discovery)
        return discovery.findings
    }

    /// How long the NATs remember an idle flow: between which of these times.
    mutating func lifetime(
        _ idleTimes: [Duration]
    ) -> (longestAlive: Duration?, shortestForgotten: Duration?) {
        var discovery = LifetimeDiscovery(
            server: Self.server,
            idleTimes: idleTimes,
            random: SeededRandom(seed: 3),
            at: now
        )
        drive(&discovery)
        return (discovery.longestAlive, discovery.shortestForgotten)
    }

    /// Asks until a trial is finished; the clock jumps to whatever comes next.
    private mutating func drive<Trial: SocketTrial & ~Copyable>(_ trial: inout Trial) {
        while true {
            while let send = trial.nextSend() {
                put(send.bytes, locals[send.socket], send.destination, device: 1)
            }
            for arrival in arrivals() {
                trial.receive(arrival.bytes, from: arrival.source, on: arrival.socket, at: now)
            }
            if trial.isFinished { return }
            let next = [trial.nextDeadline, network.nextDeadline].compactMap(\.self).min()
            now = max(now, next ?? now)
            network.advance(to: now)
            trial.advance(to: now)
        }
    }

    /// What has come to the host's sockets; the server answers what came to it, at once.
    private mutating func arrivals() -> [(socket: Int, source: Endpoint, bytes: [UInt8])] {
        var arrivals: [(Int, Endpoint, [UInt8])] = []
        while let delivery = network.nextDelivery() {
            let bytes = network[delivery.packet].copied
            network.release(delivery.packet)
            guard let packet = try? IPPacket(reading: slab.packet(0, copying: bytes)), let udp = packet.udp
            else { continue }
            let payload = udp.payload.copied
            if delivery.device == 0 {
                answer(payload, from: udp.source, at: udp.destination)
            } else if let socket = locals.firstIndex(of: udp.destination) {
                arrivals.append((socket, udp.source, payload))
            }
        }
        return arrivals
    }

    private mutating func put(_ bytes: [UInt8], _ source: Endpoint, _ destination: Endpoint, device: Int) {
        let packet = IPPacket(udp: slab.packet(0, copying: bytes), from: source, to: destination)
        guard let handle = network.store(packet.buffer) else { return }
        network.receive(handle, from: device, at: now)
    }

    private mutating func answer(_ bytes: [UInt8], from client: Endpoint, at server: Endpoint) {
        guard let message = try? MessageView(bytes.span),
            let reply = responder.reply(to: message, from: client, at: server)
        else { return }
        put(reply.bytes, reply.source, reply.destination, device: 0)
    }
}
