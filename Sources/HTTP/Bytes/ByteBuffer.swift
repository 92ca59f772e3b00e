/// Bytes that are put in at the end and taken from the front, in memory that shrinks when all are taken.
package struct ByteBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0

    /// What an empty buffer may keep.
    private static let keptCapacity = 4_096

    package init() {}

    package var count: Int { bytes.count - start }
    package var isEmpty: Bool { start == bytes.count }

    /// All bytes that wait.
    package var span: Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span.extracting(start..<bytes.count) }
    }

    package subscript(offset: Int) -> UInt8 { bytes[start + offset] }

    package mutating func append(_ more: Span<UInt8>) {
        compact()
        unsafe more.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    package mutating func append(_ more: some Collection<UInt8>) {
        compact()
        bytes.append(contentsOf: more)
    }

    /// Forgets the first `count` bytes.
    package mutating func consume(_ count: Int) {
        precondition(count >= 0 && count <= self.count)
        start += count
        guard isEmpty else { return }
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
        start = 0
    }

    /// Takes up to `limit` bytes from the front.
    package mutating func take(_ limit: Int) -> ArraySlice<UInt8> {
        let taken = bytes[start..<start + min(limit, count)]
        consume(taken.count)
        return taken
    }

    /// Bytes are moved to the front only when at most as many have been taken: each moves once on average.
    private mutating func compact() {
        guard start > 0, start >= count else { return }
        bytes.removeFirst(start)
        start = 0
    }
}
