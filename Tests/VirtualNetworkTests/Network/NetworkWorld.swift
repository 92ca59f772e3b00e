import SansIO
import VirtualNetwork

/// A network with a clock: packets are sent by devices, and what arrives is kept for the test to look at.
final class NetworkWorld {
    /// A packet as a device got it.
    struct Arrival {
        let device: Int
        let due: Instant
        let bytes: [UInt8]
    }

    var network: Network
    var now = Instant(nanoseconds: 1_000_000_000)
    private(set) var arrivals: [Arrival] = []
    private let memory = PacketMemory(slots: 4)

    init(_ wiring: NetworkWiring, seed: UInt64 = 1) throws {
        network = try Network(wiring, seed: seed, packetCapacity: 1024, at: now)
    }

    /// Sends a datagram from a device; it goes as far as it comes without time passing.
    func send(_ device: Int, _ source: String, _ destination: String, bytes: Int = 100) {
        let payload = memory.reused([UInt8](repeating: 7, count: bytes))
        put(IPPacket(udp: payload, from: Self.endpoint(source), to: Self.endpoint(destination)), device)
    }

    /// Sends an echo request.
    func ping(_ device: Int, _ source: String, _ destination: String, bytes: Int = 56) {
        let payload = memory.reused([UInt8](repeating: 7, count: bytes))
        let echo = ICMPMessage.Echo(identifier: 77, sequenceNumber: 1)
        put(
            IPPacket(
                echo: payload,
                echo,
                isReply: false,
                from: Self.address(source),
                to: Self.address(destination)
            ),
            device
        )
    }

    func put(_ packet: IPPacket, _ device: Int) {
        guard let handle = network.store(packet.buffer) else { return }
        network.receive(handle, from: device, at: now)
        collect()
    }

    func advance(by duration: Duration) {
        now += duration
        network.advance(to: now)
        collect()
    }

    /// What arrived since the last call.
    func takeArrivals() -> [Arrival] {
        defer { arrivals = [] }
        return arrivals
    }

    /// Sends a datagram and tells who got it, as "device: source > destination".
    func trace(_ device: Int, _ source: String, _ destination: String) -> [String] {
        arrivals = []
        send(device, source, destination)
        advance(by: .seconds(1))
        return takeArrivals().map { "\($0.device): \(describe($0.bytes))" }
    }

    func describe(_ bytes: [UInt8]) -> String {
        guard let packet = try? IPPacket(reading: memory.reused(bytes)) else { return "?" }
        if let icmp = packet.icmp {
            switch icmp.kind {
            case .echoReply: return "\(packet.source) > \(packet.destination) reply"
            case .error(let error):
                let quoted = icmp.quoted?.flow.map { " about \($0.source) > \($0.destination)" } ?? ""
                return "\(packet.source) > \(packet.destination) \(error)\(quoted)"
            default: return "\(packet.source) > \(packet.destination) icmp"
            }
        }
        guard packet.hasValidTransportChecksum != false else { return "wrong checksum" }
        return packet.flow.map { "\($0.source) > \($0.destination)" } ?? "fragment"
    }

    private func collect() {
        while let delivery = network.nextDelivery() {
            arrivals.append(
                Arrival(
                    device: delivery.device,
                    due: delivery.due,
                    bytes: network[delivery.packet].copied
                )
            )
            network.release(delivery.packet)
        }
    }

    static func endpoint(_ text: String) -> Endpoint {
        Endpoint(text) ?? Endpoint(address("0.0.0.0"), 0)
    }

    static func address(_ text: String) -> IPAddress {
        IPAddress(text) ?? .unspecified(.v4)
    }
}
