/// A connection of a server: its place, and a number that the next connection at that place does not have.
struct ConnectionID: Hashable, Sendable {
    var slot: UInt32
    var generation: UInt32

    init(slot: Int, generation: UInt32) {
        self.slot = UInt32(slot)
        self.generation = generation
    }

    init(token: UInt64) {
        slot = UInt32(truncatingIfNeeded: token >> 32)
        generation = UInt32(truncatingIfNeeded: token)
    }

    /// What the poller knows its descriptor by.
    var token: UInt64 { UInt64(slot) << 32 | UInt64(generation) }

    /// The slots from here on are none: the poller knows other descriptors by them.
    static let reservedSlots: UInt32 = 0xFFFF_0000
}
