/// Values that are taken out in the order in which they were put in, in memory made once.
struct PacketRing<Element: BitwiseCopyable>: ~Copyable {
    private let capacity: Int
    private let memory: UnsafeMutablePointer<Element>
    private var start = 0
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        memory = .allocate(capacity: self.capacity)
    }

    deinit {
        memory.deallocate()
    }

    /// The one that has been there longest.
    var first: Element? { count == 0 ? nil : memory[start] }

    /// Puts one behind the others.
    ///
    /// - Precondition: there is room.
    mutating func append(_ element: Element) {
        precondition(count < capacity)
        let end = start + count
        memory[end < capacity ? end : end - capacity] = element
        count += 1
    }

    /// Takes out the one that has been there longest.
    mutating func removeFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = memory[start]
        start = start + 1 == capacity ? 0 : start + 1
        count -= 1
        return element
    }
}
