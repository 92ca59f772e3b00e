/// The packets that were dropped after they had been accepted, until their owner takes them back.
struct DroppedQueue {
    private var packets: [(PacketHandle, DropReason)] = []
    private var taken = 0

    init(capacity: Int) {
        packets.reserveCapacity(capacity)
    }

    var count: Int { packets.count - taken }

    mutating func append(_ packet: PacketHandle, _ reason: DropReason) {
        if packets.count == packets.capacity, taken > 0 {
            packets.removeFirst(taken)
            taken = 0
        }
        packets.append((packet, reason))
    }

    mutating func removeFirst() -> (PacketHandle, DropReason)? {
        guard taken < packets.count else { return nil }
        taken += 1
        let first = packets[taken - 1]
        if taken == packets.count {
            packets.removeAll(keepingCapacity: true)
            taken = 0
        }
        return first
    }
}
