/// The packets that were sent and have not arrived yet.
///
/// A heap by the time at which they arrive, first in, first out among equals; its memory is made once.
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

    private var heap: FixedArray<Entry>
    private var nextOrder: UInt64 = 0

    init(capacity: Int) {
        heap = FixedArray(capacity: capacity)
    }

    var count: Int { heap.count }

    /// When the next packet arrives.
    var nextDue: Nanoseconds? { heap.count == 0 ? nil : heap[0].due }

    /// Puts a packet on its way.
    ///
    /// - Precondition: the capacity is not used up.
    mutating func insert(_ entry: Entry) {
        var entry = entry
        entry.order = nextOrder
        nextOrder += 1
        heap.append(entry)
        var index = heap.count - 1
        while index > 0, entry.isBefore(heap[(index - 1) / 2]) {
            heap[index] = heap[(index - 1) / 2]
            index = (index - 1) / 2
        }
        heap[index] = entry
    }

    /// Takes out the packet that arrives first.
    mutating func removeFirst() -> Entry? {
        guard heap.count > 0 else { return nil }
        let first = heap[0]
        let last = heap.removeLast()
        guard heap.count > 0 else { return first }
        var index = 0
        while 2 * index + 1 < heap.count {
            var least = 2 * index + 1
            if least + 1 < heap.count, heap[least + 1].isBefore(heap[least]) { least += 1 }
            guard heap[least].isBefore(last) else { break }
            heap[index] = heap[least]
            index = least
        }
        heap[index] = last
        return first
    }

    /// Takes out all packets that arrive after `time`, in the order in which they would.
    mutating func removeAll(after time: Nanoseconds) -> [Entry] {
        var inOrder: [Entry] = []
        while let entry = removeFirst() { inOrder.append(entry) }
        // In order they are a heap already.
        for entry in inOrder where entry.due <= time { heap.append(entry) }
        return inOrder.filter { $0.due > time }
    }
}
