/// The packets that wait for the transmitter, first in, first out, and their bytes.
struct WaitingQueue: ~Copyable {
    private var ring: PacketRing<HeldPacket>
    /// The bytes that wait.
    private(set) var bytes = 0

    init(capacity: Int) {
        ring = PacketRing(capacity: capacity)
    }

    var count: Int { ring.count }

    /// Puts a packet behind the others.
    ///
    /// - Precondition: the capacity is not used up.
    mutating func append(_ packet: HeldPacket) {
        ring.append(packet)
        bytes += packet.bytes
    }

    /// Takes out the packet that has waited longest.
    mutating func removeFirst() -> HeldPacket? {
        guard let packet = ring.removeFirst() else { return nil }
        bytes -= packet.bytes
        return packet
    }
}
