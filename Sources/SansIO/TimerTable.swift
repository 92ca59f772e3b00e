/// Deadlines by key, the earliest first: an indexed binary heap.
///
/// Setting, moving and cancelling are O(log n); asking for the earliest is O(1).
public struct TimerTable<Key: Hashable & Sendable>: Sendable {
    private struct Entry {
        var deadline: Instant
        var key: Key
    }

    private var heap: [Entry] = []
    private var positions: [Key: Int] = [:]

    public init() {}

    public var count: Int { heap.count }

    /// When the next timer is due; nil when none is set.
    ///
    /// Stored, because it is asked for every packet.
    public private(set) var nextDeadline: Instant?

    /// Sets the key's timer, in place of the one it had.
    public mutating func set(_ key: Key, to deadline: Instant) {
        defer { noteNextDeadline() }
        if let index = positions[key] {
            heap[index].deadline = deadline
            siftUp(siftDown(index))
        } else {
            heap.append(Entry(deadline: deadline, key: key))
            positions[key] = heap.count - 1
            siftUp(heap.count - 1)
        }
    }

    /// Removes the key's timer if it has one.
    public mutating func cancel(_ key: Key) {
        defer { noteNextDeadline() }
        guard let index = positions.removeValue(forKey: key) else { return }
        let last = heap.removeLast()
        guard index < heap.count else { return }
        heap[index] = last
        positions[last.key] = index
        siftUp(siftDown(index))
    }

    /// Takes out the earliest timer that is due at `now`; nil when none is.
    public mutating func popDue(at now: Instant) -> Key? {
        guard let nextDeadline, nextDeadline <= now else { return nil }
        let key = heap[0].key
        cancel(key)
        return key
    }

    private mutating func noteNextDeadline() {
        nextDeadline = heap.isEmpty ? nil : heap[0].deadline
    }

    private mutating func siftUp(_ start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard heap[index].deadline < heap[parent].deadline else { return }
            exchange(index, parent)
            index = parent
        }
    }

    @discardableResult
    private mutating func siftDown(_ start: Int) -> Int {
        var index = start
        while true {
            var least = index
            let left = 2 * index + 1
            for child in left..<max(left, min(left + 2, heap.count))
            where heap[child].deadline < heap[least].deadline {
                least = child
            }
            if least == index { return index }
            exchange(index, least)
            index = least
        }
    }

    private mutating func exchange(_ a: Int, _ b: Int) {
        heap.swapAt(a, b)
        positions[heap[a].key] = a
        positions[heap[b].key] = b
    }
}
