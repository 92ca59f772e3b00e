import SansIO
import Testing
import VirtualNetwork

/// A NAT between hosts of a test: endpoints go in, real UDP packets cross it, endpoints come out.
final class ProbedNAT {
    /// Where a packet came out, and what it said.
    struct Arrival: Hashable {
        var way: NAT.Way
        var source: Endpoint
        var destination: Endpoint
    }

    var nat: NAT
    var now = Instant(nanoseconds: 1_000_000_000)
    private let slab = PacketSlab(slotCount: 1, capacity: 1500)

    init(
        _ behavior: NATBehavior,
        externalAddresses: [IPAddress] = [.wan],
        limits: NATLimits = .standard,
        seed: UInt64 = 1
    ) {
        nat = NAT(behavior, externalAddresses: externalAddresses, limits: limits, seed: seed)
    }

    func advance(by duration: Duration) {
        now += duration
        nat.advance(to: now)
    }

    /// Sends a datagram from inside.
    func send(from source: Endpoint, to destination: Endpoint) -> Arrival {
        let packet = IPPacket(udp: payload(), from: source, to: destination)
        return arrival(of: packet, nat.translateOutbound(packet, at: now))
    }

    /// Sends a datagram from outside.
    func receive(from source: Endpoint, to destination: Endpoint) -> Arrival {
        let packet = IPPacket(udp: payload(), from: source, to: destination)
        return arrival(of: packet, nat.translateInbound(packet, at: now))
    }

    /// The external endpoint that a datagram to `destination` leaves from; nil when it does not leave.
    func external(of source: Endpoint, to destination: Endpoint) -> Endpoint? {
        let arrival = send(from: source, to: destination)
        return arrival.way == .outside && arrival.destination == destination ? arrival.source : nil
    }

    /// The inside endpoint that a datagram from outside comes to, its source unchanged; nil when to none.
    func delivery(from source: Endpoint, to external: Endpoint) -> Endpoint? {
        let arrival = receive(from: source, to: external)
        return arrival.way == .inside && arrival.source == source ? arrival.destination : nil
    }

    private func payload() -> PacketBuffer { slab.packet(0, copying: [1, 2, 3, 4, 5]) }

    private func arrival(of packet: IPPacket, _ way: NAT.Way) -> Arrival {
        #expect(packet.hasValidTransportChecksum == true)
        #expect((try? IPPacket(reading: packet.buffer)) != nil)
        return Arrival(
            way: way,
            source: packet.udp?.source ?? .nowhere,
            destination: packet.udp?.destination ?? .nowhere
        )
    }
}

extension IPAddress {
    /// The outside address of the NAT under test.
    static let wan = IPAddress(198, 18, 7, 1)
}

extension Endpoint {
    static let nowhere = Endpoint(.unspecified(.v4), 0)

    /// A server of the outside: two addresses with two ports each, as RFC 5780 wants them.
    static func server(_ host: UInt8, _ port: UInt16 = 3478) -> Endpoint {
        Endpoint(IPAddress(198, 18, 0, host), port)
    }

    /// A host of the inside.
    static func host(_ host: UInt8, _ port: UInt16) -> Endpoint {
        Endpoint(IPAddress(192, 168, 1, host), port)
    }
}
