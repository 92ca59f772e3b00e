/// The packets that were sent and have not arrived yet: the earlier arrives first, and of two that arrive at
/// once the one that was sent first.
///
/// Nearly all arrive in the order in which they were sent and stand in a ring; a heap holds those that were
/// held back. Its memory is made once.
struct DelayLine: ~Copyable {
    struct Entry: BitwiseCopyable {
        let packet: HeldPacket
        let due: Nanoseconds
        /// Whether the same packet stands behind it once more.
        let isFollowedByTwin: Bool
        /// Whether it is the second of two.
        let isTwin: Bool
        fileprivate var order: UInt64 = 0

        init(_ packet: HeldPacket, due: Nanoseconds, isFollowedByTwin: Bool, isTwin: Bool) {
            self.packet = packet
            self.due = due
            self.isFollowedByTwin = isFollowedByTwin
            self.isTwin = isTwin
        }

        fileprivate func isBefore(_ other: Entry) -> Bool {
            due != other.due ? due < other.due : order < other.order
        }
    }

    private var inOrder: PacketRing<Entry>
    private var lastInOrder: Nanoseconds = 0
    private var heldBack: FixedArray<Entry>
    private var nextOrder: UInt64 = 0

    init(capacity: Int) {
        inOrder = PacketRing(capacity: capacity)
        heldBack = FixedArray(capacity: capacity)
    }

    var count: Int { inOrder.count + heldBack.count }

    /// When the next packet arrives.
    var nextDue: Nanoseconds? {
        guard let first = inOrder.first else { return heldBack.count == 0 ? nil : heldBack[0].due }
        return heldBack.count == 0 ? first.due : min(first.due, heldBack[0].due)
    }

    /// Puts a packet on its way; one that is held back does not keep those behind it.
    ///
    /// - Precondition: the capacity is not used up.
    mutating func insert(_ entry: Entry, isHeldBack: Bool) {
        var entry = entry
        entry.order = nextOrder
        nextOrder += 1
        if !isHeldBack, inOrder.count == 0 || entry.due >= lastInOrder {
            lastInOrder = entry.due
            inOrder.append(entry)
        } else {
            push(entry)
        }
    }

    /// Takes out the packet that arrives first.
    mutating func removeFirst() -> Entry? {
        guard heldBack.count > 0 else { return inOrder.removeFirst() }
        if let first = inOrder.first, first.isBefore(heldBack[0]) { return inOrder.removeFirst() }
        return pop()
    }

    /// Takes out all packets that arrive after `time`, in the order in which they would.
    mutating func removeAll(after time: Nanoseconds) -> [Entry] {
        var sorted: [Entry] = []
        while let entry = removeFirst() { sorted.append(entry) }
        for entry in sorted where entry.due <= time { insert(entry, isHeldBack: false) }
        return sorted.filter { $0.due > time }
    }

    private mutating func push(_ entry: Entry) {
        heldBack.append(entry)
        var index = heldBack.count - 1
        while index > 0, entry.isBefore(heldBack[(index - 1) / 2]) {
            heldBack[index] = heldBack[(index - 1) / 2]
            index = (index - 1) / 2
        }
        heldBack[index] = entry
    }

    private mutating func pop() -> Entry {
        let first = heldBack[0]
        let last = heldBack.removeLast()
        guard heldBack.count > 0 else { return first }
        var index = 0
        while 2 * index + 1 < heldBack.count {
            var least = 2 * index + 1
            if least + 1 < heldBack.count, heldBack[least + 1].isBefore(heldBack[least]) { least += 1 }
            guard heldBack[least].isBefore(last) else { break }
            heldBack[index] = heldBack[least]
            index = least
        }
        heldBack[index] = last
        return first
    }
}
