/// Values that are taken out in the order in which they were put in, in memory made once.
struct PacketRing<Element: BitwiseCopyable>: ~Copyable {
    private let capacity: Int
    private let memory: UnsafeMutablePointer<Element>
    private var first = 0
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        memory = .allocate(capacity: self.capacity)
    }

    deinit {
        memory.deallocate()
    }

    /// Puts one behind the others.
    ///
    /// - Precondition: there is room.
    mutating func append(_ element: Element) {
        precondition(count < capacity)
        memory[(first + count) % capacity] = element
        count += 1
    }

    /// Takes out the one that has been there longest.
    mutating func removeFirst() -> Element? {
        guard count > 0 else { return nil }
        defer {
            first = (first + 1) % capacity
            count -= 1
        }
        return memory[first]
    }
}
