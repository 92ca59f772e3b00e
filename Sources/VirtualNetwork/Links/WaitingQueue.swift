/// The packets that wait for the transmitter, first in, first out: a ring whose memory is made once.
struct WaitingQueue {
    private var ring: [HeldPacket?]
    private var first = 0
    private(set) var count = 0
    /// The bytes that wait.
    private(set) var bytes = 0

    init(capacity: Int) {
        ring = Array(repeating: nil, count: max(1, capacity))
    }

    /// Puts a packet behind the others.
    ///
    /// - Precondition: the capacity is not used up.
    mutating func append(_ packet: HeldPacket) {
        precondition(count < ring.count)
        ring[(first + count) % ring.count] = packet
        count += 1
        bytes += packet.bytes
    }

    /// Takes out the packet that has waited longest.
    mutating func removeFirst() -> HeldPacket? {
        guard count > 0, let packet = ring[first] else { return nil }
        first = (first + 1) % ring.count
        count -= 1
        bytes -= packet.bytes
        return packet
    }
}
