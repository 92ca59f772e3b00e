import SansIO

/// The messages of a stream that arrives in pieces cut anywhere.
///
/// A message that lies in one piece is told where it lies; one that lies in several is put together in memory
/// of our own. There are two such places, so that the start of a message can be kept while the one before is
/// still being looked at.
struct StreamReassembly: ~Copyable {
    private var framer = StreamFramer()
    private let memory: PacketSlab
    private var slot = 0
    private var keptCount = 0

    /// - Parameter capacity: the longest message; 0 when there will be none.
    init(capacity: Int) {
        memory = PacketSlab(slotCount: 2, capacity: capacity)
    }

    /// Forgets the stream: another one starts.
    mutating func reset() {
        framer = StreamFramer()
        keptCount = 0
    }

    /// The next whole message at or behind `offset` of `piece`, which is moved; nil when more is needed.
    ///
    /// The rest of the piece is then kept.
    mutating func next(
        in piece: PacketBuffer,
        from offset: inout Int
    ) throws(StreamFramer.Failure) -> PacketBuffer? {
        while keptCount > 0 {
            let kept = memory.packet(slot, count: keptCount)
            var start = 0
            if let range = try framer.next(in: kept.bytes, from: &start) {
                slot = 1 - slot
                keptCount = 0
                return kept.slice(range)
            }
            let count = min(Self.length(of: kept) - keptCount, piece.count - offset)
            guard count > 0 else { return nil }
            keep(piece.slice(offset..<offset + count))
            offset += count
        }
        if let range = try framer.next(in: piece.bytes, from: &offset) { return piece.slice(range) }
        keep(piece.slice(offset..<piece.count))
        offset = piece.count
        return nil
    }

    /// How many bytes have to be there before the framer can say more.
    private static func length(of kept: PacketBuffer) -> Int {
        guard kept.count >= 4 else { return 4 }
        let header = kept[0] >> 6 == 0 ? 20 : ChannelData.headerLength
        return header + Int(kept.uint16(at: 2))
    }

    private mutating func keep(_ bytes: PacketBuffer) {
        let place = memory.packet(slot, count: keptCount + bytes.count)
        let source = UnsafePointer(bytes.base + bytes.range.lowerBound)
        (place.base + place.range.lowerBound + keptCount).update(from: source, count: bytes.count)
        keptCount += bytes.count
    }
}
