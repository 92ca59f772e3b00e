package import SansIO

/// Bytes on their way to a peer, and the time it has for taking them.
///
/// The deadline moves on only when everything was taken, or a quantum since it was set: a peer that takes a
/// byte now and then is as slow as one that takes none.
package struct OutgoingBytes: Sendable {
    /// What a peer has to take before each deadline, in bytes.
    package static let quantum = 16_384

    /// When the connection is to be given up; nil while nothing waits.
    package private(set) var deadline: Instant?

    private var buffer = ByteBuffer()
    private var takenSinceDeadline = 0
    private let timeout: Duration

    package init(timeout: Duration) {
        self.timeout = timeout
    }

    package var count: Int { buffer.count }
    package var isEmpty: Bool { buffer.isEmpty }

    package var span: Span<UInt8> {
        @_lifetime(borrow self)
        get { buffer.span }
    }

    package mutating func append(_ bytes: some Collection<UInt8>, at now: Instant) {
        if buffer.isEmpty { restart(at: now) }
        buffer.append(bytes)
    }

    package mutating func consume(_ count: Int, at now: Instant) {
        buffer.consume(count)
        takenSinceDeadline += count
        if buffer.isEmpty {
            deadline = nil
        } else if takenSinceDeadline >= Self.quantum {
            restart(at: now)
        }
    }

    /// Takes everything out, for somebody else to write.
    package mutating func takeAll() -> ArraySlice<UInt8> {
        deadline = nil
        return buffer.take(buffer.count)
    }

    private mutating func restart(at now: Instant) {
        deadline = now + timeout
        takenSinceDeadline = 0
    }
}
