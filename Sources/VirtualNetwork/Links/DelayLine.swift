/// The packets that were sent and have not arrived yet.
///
/// A heap by the time at which they arrive, first in, first out among equals; its memory is made once.
struct DelayLine {
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

        fileprivate static func < (left: Entry, right: Entry) -> Bool {
            left.due != right.due ? left.due < right.due : left.order < right.order
        }
    }

    private var heap: [Entry] = []
    private var nextOrder: UInt64 = 0

    init(capacity: Int) {
        heap.reserveCapacity(capacity)
    }

    var count: Int { heap.count }

    /// When the next packet arrives.
    var nextDue: Nanoseconds? { heap.first?.due }

    mutating func insert(_ entry: Entry) {
        var index = heap.count
        heap.append(entry)
        heap[index].order = nextOrder
        nextOrder += 1
        while index > 0 {
            let parent = (index - 1) / 2
            guard heap[index] < heap[parent] else { return }
            heap.swapAt(index, parent)
            index = parent
        }
    }

    /// Takes out the packet that arrives first.
    mutating func removeFirst() -> Entry? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var index = 0
        while true {
            var least = index
            if 2 * index + 1 < heap.count, heap[2 * index + 1] < heap[least] { least = 2 * index + 1 }
            if 2 * index + 2 < heap.count, heap[2 * index + 2] < heap[least] { least = 2 * index + 2 }
            if least == index { return first }
            heap.swapAt(index, least)
            index = least
        }
    }

    /// Takes out all packets that arrive after `time`, in the order in which they would.
    mutating func removeAll(after time: Nanoseconds) -> [Entry] {
        let removed = heap.filter { $0.due > time }.sorted { $0 < $1 }
        let kept = heap.filter { $0.due <= time }.sorted { $0 < $1 }
        heap.removeAll(keepingCapacity: true)
        // In order they are a heap already.
        heap.append(contentsOf: kept)
        return removed
    }
}
