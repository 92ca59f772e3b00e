internal import EventLoop
internal import Glibc
internal import SansIO
internal import VirtualNetwork

/// A network and the TUN devices it runs between; the engine's thread's alone once it was handed over.
final class EngineNetwork {
    /// The longest packet a TUN device gives with our settings, and more than any link carries.
    static let longestPacket = 2048
    /// How many packets of one device are taken before it is another's turn.
    static let batch = 32

    private(set) var network: Network
    /// The devices' descriptors, in the wiring's order; -1 for a device that is not there.
    let descriptors: [CInt]
    private(set) var counts = EngineCounts()
    private(set) var lateness = LatenessHistogram()
    /// Where copies of all packets go; nil when nobody wants them.
    var capture: CaptureRing?

    init(_ network: consuming Network, descriptors: [CInt]) {
        self.network = network
        self.descriptors = descriptors
    }

    /// Takes another's network, for what comes after a proof.
    func replace(by other: EngineNetwork) {
        swap(&network, &other.network)
        counts = EngineCounts()
        lateness = LatenessHistogram()
    }

    func report(load: Double, hasPriority: Bool) -> EngineReport {
        var counts = counts
        counts.outOfMemory += network.drops[.outOfMemory]
        return EngineReport(
            counts: counts,
            lateness: lateness,
            fateHash: network.fateHash,
            load: load,
            hasPriority: hasPriority
        )
    }

    var nextDeadline: Instant? { network.nextDeadline }

    func handle(_ event: NetworkEvent, at now: Instant) {
        network.handle(event, at: now)
        deliver()
    }

    /// Lets happen what is due.
    func advance(to now: Instant) {
        network.advance(to: now)
        deliver()
    }

    /// Takes what a device has sent.
    ///
    /// Packets that were read one after the other enter at the times at which they were read.
    func receive(from device: Int) {
        let descriptor = descriptors[device]
        for _ in 0..<Self.batch {
            guard let packet = network.reserve(Self.longestPacket) else {
                // The kernel's queue holds it until there is room.
                return
            }
            var place = network[packet]
            let length = read(descriptor, place.base + place.range.lowerBound, Self.longestPacket)
            guard length > 0 else { return network.release(packet) }
            let now = MonotonicClock.now()
            counts.received += 1
            if length > 1500 { counts.oversized += 1 }
            place.range = place.range.lowerBound..<place.range.lowerBound + length
            network.set(packet, to: place)
            capture?.append(place.bytes, device: device, isInbound: false, at: now, &counts)
            network.receive(packet, from: device, at: now)
            deliver()
        }
    }

    /// Hands over what has arrived.
    private func deliver() {
        while let delivery = network.nextDelivery() {
            let packet = network[delivery.packet]
            let start = packet.base + packet.range.lowerBound
            let written = write(descriptors[delivery.device], start, packet.count)
            let now = MonotonicClock.now()
            if written == packet.count { counts.delivered += 1 } else { counts.refused += 1 }
            lateness.record(due: delivery.due, at: now)
            capture?.append(packet.bytes, device: delivery.device, isInbound: true, at: now, &counts)
            network.release(delivery.packet)
        }
    }
}
