public import SansIO

/// Packets on their way to one TCP or TLS client: bounded in bytes and in age, the oldest dropped first.
///
/// ```
/// enqueue ──▶ waiting: whole packets, may be dropped ──stage──▶ staged: bytes, never dropped ──consume──▶
/// ```
///
/// A relay must not let stale video pile up in front of fresh video, nor cut a packet in two. Packets wait
/// in a ring of whole packets. When the socket can take bytes, whole packets are moved to the stage, as many
/// as make one TLS record; what is staged leaves, even if the socket takes it in pieces. Droppable packets
/// are relayed data; control replies are never dropped, and when they pile up the client is beyond help.
/// Order is kept throughout.
///
/// Memory grows with what waits and is reused; `advance` gives it back when nothing has waited for a while.
public struct StreamQueue: ~Copyable {
    /// How much may wait.
    public struct Limits: Hashable, Sendable {
        /// Droppable bytes that may wait.
        ///
        /// What is staged comes on top: one record, or one greater packet.
        public var byteCount: Int
        /// How long a droppable packet may wait.
        public var age: Duration
        /// Bytes of control replies that may wait.
        public var controlByteCount: Int

        public init(
            byteCount: Int = 512 * 1_024,
            age: Duration = .milliseconds(1_000),
            controlByteCount: Int = 16 * 1_024
        ) {
            self.byteCount = byteCount
            self.age = age
            self.controlByteCount = controlByteCount
        }
    }

    /// What became of a packet.
    public enum Admission: Hashable, Sendable {
        case queued
        /// A droppable packet that is greater than the whole bound; counted.
        case dropped
        /// Too many control replies wait: the client asks and never reads. Close the connection.
        case overflow
    }

    /// Packets dropped, by reason.
    public struct Drops: Hashable, Sendable {
        /// Made way for newer ones.
        public var byBytes: UInt64 = 0
        /// Had waited too long.
        public var byAge: UInt64 = 0

        public init() {}
    }

    /// The bytes staged at once: a TLS record's plaintext (RFC 8446 §5.1).
    public static let stageSize = 16_384
    /// How long the queue must have been empty before its memory is given back.
    public static let idleTime: Duration = .seconds(2)

    public let limits: Limits
    public private(set) var drops = Drops()
    /// Droppable bytes that wait, staged ones not counted.
    public private(set) var droppableByteCount = 0
    /// Bytes of control replies that wait, staged ones not counted.
    public private(set) var controlByteCount = 0

    private var ring = ByteRing()
    private var packets = PacketRing()
    private var stage: UnsafeMutableRawBufferPointer?
    private var stagedRange = 0..<0
    private var idleSince: Instant?

    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    deinit {
        stage?.deallocate()
    }

    /// Whether nothing waits, staged or not.
    public var isEmpty: Bool { packets.isEmpty && stagedRange.isEmpty }

    /// Bytes that wait, staged ones included.
    public var byteCount: Int { droppableByteCount + controlByteCount + stagedRange.count }

    /// Packets that wait, staged ones not counted.
    public var packetCount: Int { packets.count }

    /// The memory the queue holds at present, in bytes.
    public var capacity: Int {
        ring.capacity + packets.capacity * MemoryLayout<PacketRing.Entry>.stride + (stage?.count ?? 0)
    }

    /// Puts a packet at the end; older droppable packets make way for a droppable one.
    public mutating func enqueue(_ packet: Span<UInt8>, isDroppable: Bool, at now: Instant) -> Admission {
        guard !packet.isEmpty else { return .queued }
        if isDroppable {
            guard packet.count <= limits.byteCount else {
                drops.byBytes += 1
                return .dropped
            }
            dropAged(at: now)
            while droppableByteCount + packet.count > limits.byteCount, dropOldest() { drops.byBytes += 1 }
            droppableByteCount += packet.count
        } else {
            guard controlByteCount + packet.count <= limits.controlByteCount else { return .overflow }
            controlByteCount += packet.count
        }
        idleSince = nil
        ring.append(packet)
        packets.append(PacketRing.Entry(count: packet.count, isDroppable: isDroppable, arrival: now))
        return .queued
    }

    /// The bytes to write next, empty when nothing waits: staged now, unless some still are.
    ///
    /// They stay where they are, and what they are, until `consume` has taken them: OpenSSL wants the same
    /// bytes again after it could not write. Valid until the next mutating call.
    public mutating func head(at now: Instant) -> UnsafeRawBufferPointer {
        if stagedRange.isEmpty { fillStage(at: now) }
        guard let stage, !stagedRange.isEmpty else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: stage[stagedRange])
    }

    /// The first `count` bytes of the head were written.
    public mutating func consume(_ count: Int, at now: Instant) {
        precondition(count >= 0 && count <= stagedRange.count)
        stagedRange = stagedRange.lowerBound + count..<stagedRange.upperBound
        if isEmpty { idleSince = now }
    }

    /// Drops what has waited too long, and gives memory back when nothing has waited for `idleTime`.
    public mutating func advance(to now: Instant) {
        dropAged(at: now)
        if isEmpty, let since = idleSince ?? (capacity > 0 ? now : nil) {
            idleSince = since
            guard now - since >= Self.idleTime else { return }
            ring.deallocate()
            packets.deallocate()
            stage?.deallocate()
            stage = nil
            stagedRange = 0..<0
            idleSince = nil
        }
    }

    private mutating func fillStage(at now: Instant) {
        dropAged(at: now)
        guard let first = packets.first else { return }
        if first.count > (stage?.count ?? 0) || stage == nil {
            stage?.deallocate()
            stage = .allocate(byteCount: max(Self.stageSize, first.count), alignment: 16)
        }
        guard let stage else { return }
        var end = 0
        while let entry = packets.first, end + entry.count <= stage.count {
            ring.removeFirst(entry.count, into: UnsafeMutableRawBufferPointer(rebasing: stage[end...]))
            packets.removeFirst()
            forget(entry)
            end += entry.count
        }
        stagedRange = 0..<end
    }

    private mutating func forget(_ entry: PacketRing.Entry) {
        if entry.isDroppable {
            droppableByteCount -= entry.count
        } else {
            controlByteCount -= entry.count
        }
    }

    private mutating func dropAged(at now: Instant) {
        while let oldest = packets.oldestDroppable, now - oldest.arrival > limits.age, dropOldest() {
            drops.byAge += 1
        }
        if isEmpty, idleSince == nil, capacity > 0 { idleSince = now }
    }

    /// Drops the oldest droppable packet.
    ///
    /// The control replies before it move up in its place: they are few
    /// and small, whereas what waits behind it may be the whole queue.
    private mutating func dropOldest() -> Bool {
        guard let (entry, bytesBefore) = packets.removeOldestDroppable() else { return false }
        ring.remove(entry.count, after: bytesBefore)
        forget(entry)
        return true
    }
}
