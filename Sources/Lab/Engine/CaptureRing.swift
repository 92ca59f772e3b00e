internal import Glibc
internal import SansIO
internal import Synchronization

/// Copies of packets on their way from the engine's thread to one that writes them to a file.
///
/// One thread appends and one takes, without a lock: the engine never waits for a disk. When the other is too
/// slow, packets are left out and counted.
final class CaptureRing: @unchecked Sendable {
    /// What stands in front of a packet's bytes.
    private struct Header {
        var length: UInt32
        var device: UInt16
        var isInbound: Bool
        var time: UInt64
    }

    private static let headerSize = MemoryLayout<Header>.stride
    private let capacity: Int
    private let memory: UnsafeMutableRawPointer
    /// Where the next record begins, and where the next one to be taken does; both only grow.
    private let written = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)

    /// A ring of so many bytes, a power of two.
    init(capacity: Int = 8 << 20) {
        precondition(capacity.nonzeroBitCount == 1)
        self.capacity = capacity
        memory = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit {
        memory.deallocate()
    }

    /// Copies a packet into the ring; for the engine's thread.
    func append(
        _ bytes: Span<UInt8>,
        device: Int,
        isInbound: Bool,
        at time: Instant,
        _ counts: inout EngineCounts
    ) {
        let start = written.load(ordering: .relaxed)
        let size = Self.headerSize + (bytes.count + 15) & ~15
        guard start + size - taken.load(ordering: .acquiring) <= capacity else {
            counts.notCaptured += 1
            return
        }
        var header = Header(
            length: UInt32(bytes.count),
            device: UInt16(truncatingIfNeeded: device),
            isInbound: isInbound,
            time: time.nanoseconds
        )
        withUnsafeBytes(of: &header) { copy($0, to: start) }
        bytes.withUnsafeBytes { copy($0, to: start + Self.headerSize) }
        counts.captured += 1
        written.store(start + size, ordering: .releasing)
    }

    /// Takes the next packet; nil when there is none.
    ///
    /// For the writing thread.
    func take() -> (bytes: [UInt8], device: Int, isInbound: Bool, time: Instant)? {
        let start = taken.load(ordering: .relaxed)
        guard start < written.load(ordering: .acquiring) else { return nil }
        var header = Header(length: 0, device: 0, isInbound: false, time: 0)
        withUnsafeMutableBytes(of: &header) { copy(from: start, to: $0) }
        var bytes = [UInt8](repeating: 0, count: Int(header.length))
        bytes.withUnsafeMutableBytes { copy(from: start + Self.headerSize, to: $0) }
        taken.store(start + Self.headerSize + (bytes.count + 15) & ~15, ordering: .releasing)
        return (bytes, Int(header.device), header.isInbound, Instant(nanoseconds: header.time))
    }

    private func copy(_ bytes: UnsafeRawBufferPointer, to position: Int) {
        guard let source = bytes.baseAddress else { return }
        let offset = position & (capacity - 1)
        let first = min(bytes.count, capacity - offset)
        memcpy(memory + offset, source, first)
        if first < bytes.count { memcpy(memory, source + first, bytes.count - first) }
    }

    private func copy(from position: Int, to bytes: UnsafeMutableRawBufferPointer) {
        guard let target = bytes.baseAddress else { return }
        let offset = position & (capacity - 1)
        let first = min(bytes.count, capacity - offset)
        memcpy(target, memory + offset, first)
        if first < bytes.count { memcpy(target + first, memory, bytes.count - first) }
    }
}
