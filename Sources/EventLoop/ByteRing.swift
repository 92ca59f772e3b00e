internal import SansIO

/// A first-in first-out run of bytes in reused memory that grows by doubling.
struct ByteRing: ~Copyable {
    private var memory: UnsafeMutablePointer<UInt8>?
    /// 0 or a power of two.
    private(set) var capacity = 0
    private var start = 0
    private(set) var count = 0

    init() {}

    deinit {
        memory?.deallocate()
    }

    /// Gives the memory back; only of an empty ring.
    mutating func deallocate() {
        precondition(count == 0)
        memory?.deallocate()
        memory = nil
        capacity = 0
        start = 0
    }

    mutating func append(_ bytes: Span<UInt8>) {
        reserve(count + bytes.count)
        guard let memory else { return }
        bytes.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            let end = (start + count) & (capacity - 1)
            let upper = min(source.count, capacity - end)
            (memory + end).update(from: base, count: upper)
            memory.update(from: base + upper, count: source.count - upper)
        }
        count += bytes.count
    }

    /// Takes the first `size` bytes out, into `target`.
    mutating func removeFirst(_ size: Int, into target: UnsafeMutableRawBufferPointer) {
        precondition(size <= count && size <= target.count)
        guard let memory, let base = target.baseAddress else { return }
        let upper = min(size, capacity - start)
        base.copyMemory(from: memory + start, byteCount: upper)
        (base + upper).copyMemory(from: memory, byteCount: size - upper)
        start = (start + size) & (capacity - 1)
        count -= size
    }

    /// Takes out `size` bytes that lie after the first `prefix`, which move up in their place.
    mutating func remove(_ size: Int, after prefix: Int) {
        precondition(prefix + size <= count)
        guard let memory else { return }
        // From the end of the prefix backwards, in pieces that are contiguous at both places.
        var left = prefix
        while left > 0 {
            let from = ((start + left - 1) & (capacity - 1)) + 1
            let to = ((start + size + left - 1) & (capacity - 1)) + 1
            let piece = min(left, from, to)
            (memory + (to - piece)).update(from: memory + (from - piece), count: piece)
            left -= piece
        }
        start = (start + size) & (capacity - 1)
        count -= size
    }

    private mutating func reserve(_ needed: Int) {
        guard needed > capacity else { return }
        var larger = max(capacity, 4_096)
        while larger < needed { larger *= 2 }
        let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        if let memory {
            let upper = min(count, capacity - start)
            fresh.update(from: memory + start, count: upper)
            (fresh + upper).update(from: memory, count: count - upper)
            memory.deallocate()
        }
        memory = fresh
        capacity = larger
        start = 0
    }
}
