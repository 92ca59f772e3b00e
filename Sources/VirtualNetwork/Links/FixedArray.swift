/// Trivial values in memory that is made once and never grows, as the packet path wants it.
struct FixedArray<Element: BitwiseCopyable>: ~Copyable {
    let capacity: Int
    private(set) var count = 0
    private let memory: UnsafeMutablePointer<Element>

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        memory = .allocate(capacity: self.capacity)
    }

    deinit {
        memory.deallocate()
    }

    /// The element at an index below `count`.
    subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < count)
            return memory[index]
        }
        nonmutating set {
            precondition(index >= 0 && index < count)
            memory[index] = newValue
        }
    }

    /// Puts an element behind the others.
    ///
    /// - Precondition: there is room.
    mutating func append(_ element: Element) {
        precondition(count < capacity)
        memory[count] = element
        count += 1
    }

    /// Takes out the last element.
    ///
    /// - Precondition: there is one.
    mutating func removeLast() -> Element {
        precondition(count > 0)
        count -= 1
        return memory[count]
    }

    mutating func removeAll() {
        count = 0
    }
}
