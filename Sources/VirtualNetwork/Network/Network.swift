public import SansIO

/// A whole network between hosts, as a core: told the packets that devices send and the time, it answers with
/// the packets that devices get.
///
///     device ─▶ link up ─▶ segment ─▶ router: firewall, NAT ─▶ link up ─▶ segment of the uplink ─▶ …
///     device ◀─ link down ◀─ segment ◀─ firewall, NAT ◀─ link down ◀─ …
///
/// Its owner writes a packet into a place it reserves, calls `receive`, and after every call takes out `nextDelivery`
/// until nil, releasing each packet; and calls `advance` at `nextDeadline`. A packet that arrives anywhere
/// goes on at the time at which it was due, however late its owner asks, so that hops do not add up their
/// owner's lateness and the same packets at the same times meet the same fates.
public struct Network: ~Copyable {
    /// A packet for a device; its place in the store is its owner's now.
    public struct Delivery: Hashable, Sendable {
        public let device: Int
        public let packet: PacketHandle
        /// When it arrived.
        public let due: Instant
    }

    public private(set) var wiring: NetworkWiring
    /// The bytes of all packets in it.
    var packets: PacketStore
    /// How many packets went no further, by reason.
    public internal(set) var drops = DropCounts<NetworkDrop>()

    var segments: [SegmentRoutes]
    var routers: [NetworkRouter]
    /// The devices' links, then the routers'.
    let links: [LinkBox]
    /// When each link wants to be asked again.
    private var deadlines: FixedArray<UInt64>
    var devices: [DeviceState]
    private var deliveries = OutputQueue<Delivery>()

    /// A network that has begun at `start`.
    ///
    /// It holds up to `packetCapacity` packets at once; each direction of each link remembers the first
    /// `recordedFates` of its decisions one by one. Throws what is wrong with the wiring.
    public init(
        _ wiring: NetworkWiring,
        seed: UInt64,
        packetCapacity: Int = 8192,
        recordedFates: Int = 0,
        at start: Instant
    ) throws(WiringFault) {
        try wiring.requireConsistency()
        self.wiring = wiring
        packets = PacketStore(capacity: packetCapacity)
        segments = wiring.routes
        routers = wiring.routers.enumerated().map { index, router in
            NetworkRouter(router, seed: seed &+ UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15)
        }
        let pairs = wiring.devices.map(\.link) + wiring.routers.map(\.link)
        links = pairs.enumerated().map { index, pair in
            LinkBox(
                Link(
                    up: pair.up,
                    down: pair.down,
                    seed: seed,
                    link: UInt64(index),
                    capacity: packetCapacity,
                    recordedFates: recordedFates,
                    at: start
                )
            )
        }
        deadlines = FixedArray(capacity: pairs.count)
        for _ in pairs { deadlines.append(.max) }
        devices = wiring.devices.map { DeviceState(segment: $0.segment, addresses: $0.addresses) }
    }

    /// When to call `advance` again; nil when nothing is on its way.
    public var nextDeadline: Instant? {
        let earliest = earliestLink()
        return earliest.deadline == .max ? nil : Instant(nanoseconds: earliest.deadline)
    }

    /// The next packet for a device; nil when all were taken out.
    public mutating func nextDelivery() -> Delivery? { deliveries.next() }

    /// Lets everything happen that falls up to now.
    public mutating func advance(to now: Instant) {
        while true {
            let (index, deadline) = earliestLink()
            guard deadline <= now.nanoseconds else { return }
            let due = Instant(nanoseconds: deadline)
            while let output = links[index].link.next(at: due) { arrive(output, at: index, due) }
            noteDeadline(of: index)
        }
    }

    /// Takes a packet that a device sends, which is the network's from now on.
    public mutating func receive(_ packet: PacketHandle, from device: Int, at now: Instant) {
        advance(to: now)
        enter(packet, from: device, at: now)
        advance(to: now)
    }

    /// Gives a packet to a link, from its edge or towards it.
    mutating func offer(_ packet: PacketHandle, to index: Int, _ direction: LinkDirection, at now: Instant) {
        let fate = links[index].link.offer(packet, bytes: packets[packet].count, direction, at: now)
        if case .dropped(let reason) = fate {
            if reason == .outOfMemory { drops.add(.outOfMemory) }
            packets.release(packet)
        }
        noteDeadline(of: index)
    }

    mutating func deliver(_ packet: PacketHandle, to device: Int, _ due: Instant) {
        deliveries.append(Delivery(device: device, packet: packet, due: due))
    }

    /// Releases a packet that goes no further.
    mutating func drop(_ packet: PacketHandle, _ reason: NetworkDrop) {
        drops.add(reason)
        packets.release(packet)
    }

    func noteDeadline(of index: Int) {
        deadlines[index] = links[index].link.nextDeadline?.nanoseconds ?? .max
    }

    private func earliestLink() -> (index: Int, deadline: UInt64) {
        var earliest = (index: 0, deadline: UInt64.max)
        for index in 0..<deadlines.count where deadlines[index] < earliest.deadline {
            earliest = (index, deadlines[index])
        }
        return earliest
    }
}

/// A link in an array, where values that cannot be copied cannot be.
final class LinkBox {
    var link: Link

    init(_ link: consuming Link) {
        self.link = link
    }
}

/// What is remembered of a device while packets cross.
struct DeviceState {
    let segment: Int
    var addresses: [IPAddress]
    var cut: TrafficCut?
    var isProhibited = false
}
