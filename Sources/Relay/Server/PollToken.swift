/// What a descriptor of a worker's poller is: its kind, its slot, and which use of that slot.
struct PollToken: Hashable {
    enum Kind: UInt8 {
        case commands
        case datagrams
        case listener
        case connection
        case relay
    }

    var kind: Kind
    /// 24 bits.
    var slot: UInt32
    var generation: UInt32

    init(_ kind: Kind, slot: Int = 0, generation: UInt32 = 0) {
        precondition(slot >> 24 == 0)
        self.kind = kind
        self.slot = UInt32(slot)
        self.generation = generation
    }

    init?(rawValue: UInt64) {
        guard let kind = Kind(rawValue: UInt8(truncatingIfNeeded: rawValue >> 56)) else { return nil }
        self.kind = kind
        slot = UInt32(truncatingIfNeeded: rawValue >> 32) & 0xFF_FFFF
        generation = UInt32(truncatingIfNeeded: rawValue)
    }

    var rawValue: UInt64 {
        UInt64(kind.rawValue) << 56 | UInt64(slot) << 32 | UInt64(generation)
    }
}
