internal import SansIO

/// The lengths and arrivals of the packets in a `ByteRing`, in the same order.
struct PacketRing: ~Copyable {
    struct Entry {
        var count: Int
        var isDroppable: Bool
        var arrival: Instant
    }

    private var memory: UnsafeMutablePointer<Entry>?
    /// 0 or a power of two.
    private(set) var capacity = 0
    private var start = 0
    private(set) var count = 0
    /// How many entries at the front are not droppable: what stands before the oldest droppable one.
    private var controlsAtFront = 0

    init() {}

    deinit {
        memory?.deallocate()
    }

    var isEmpty: Bool { count == 0 }

    /// Gives the memory back; only of an empty ring.
    mutating func deallocate() {
        precondition(count == 0)
        memory?.deallocate()
        memory = nil
        capacity = 0
        start = 0
        controlsAtFront = 0
    }

    var first: Entry? { count > 0 ? self[0] : nil }

    var oldestDroppable: Entry? { controlsAtFront < count ? self[controlsAtFront] : nil }

    mutating func append(_ entry: Entry) {
        if count == capacity { grow() }
        memory?[(start + count) & (capacity - 1)] = entry
        if controlsAtFront == count, !entry.isDroppable { controlsAtFront += 1 }
        count += 1
    }

    mutating func removeFirst() {
        precondition(count > 0)
        start = (start + 1) & (capacity - 1)
        count -= 1
        if controlsAtFront > 0 { controlsAtFront -= 1 } else { countControls() }
    }

    /// Takes out the oldest droppable entry; tells how many bytes stand before it.
    mutating func removeOldestDroppable() -> (entry: Entry, bytesBefore: Int)? {
        guard let entry = oldestDroppable, let memory else { return nil }
        var bytesBefore = 0
        var index = controlsAtFront
        while index > 0 {
            let moved = self[index - 1]
            bytesBefore += moved.count
            memory[(start + index) & (capacity - 1)] = moved
            index -= 1
        }
        start = (start + 1) & (capacity - 1)
        count -= 1
        countControls()
        return (entry, bytesBefore)
    }

    private mutating func countControls() {
        while controlsAtFront < count, !self[controlsAtFront].isDroppable { controlsAtFront += 1 }
    }

    private subscript(index: Int) -> Entry {
        guard let memory else { preconditionFailure("no entry in an empty ring") }
        return memory[(start + index) & (capacity - 1)]
    }

    private mutating func grow() {
        let larger = max(16, capacity * 2)
        let fresh = UnsafeMutablePointer<Entry>.allocate(capacity: larger)
        for index in 0..<count { (fresh + index).initialize(to: self[index]) }
        memory?.deallocate()
        memory = fresh
        capacity = larger
        start = 0
    }
}
