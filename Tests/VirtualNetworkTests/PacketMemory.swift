import SansIO

/// Memory for the packets of one test, alive as long as the test's suite.
final class PacketMemory {
    private let slab: PacketSlab
    private var used = 0

    init(slots: Int = 64, capacity: Int = 2048) {
        slab = PacketSlab(slotCount: slots, capacity: capacity)
    }

    /// A packet of its own that holds a copy of `bytes`.
    func packet(_ bytes: [UInt8]) -> PacketBuffer {
        defer { used += 1 }
        return slab.packet(used, copying: bytes)
    }

    /// Room for `count` bytes.
    func room(_ count: Int) -> PacketBuffer {
        packet([UInt8](repeating: 0xEE, count: count))
    }

    /// The same slot, filled again and again.
    func reused(_ bytes: [UInt8]) -> PacketBuffer {
        slab.packet(slab.slotCount - 1, copying: bytes)
    }
}
