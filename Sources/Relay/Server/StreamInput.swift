import SansIO

/// Where a worker's streams are read into and cut into messages: one for all connections, used in turn.
///
/// Each message is copied to a slot with headroom, because the core writes headers in front of it. Slots are
/// used in turn until a batch is sent; a message too long for a slot has a place of its own.
final class StreamInput {
    /// The longest message that a common slot takes: a datagram of an Ethernet path with its headers.
    static let commonCapacity = 2048
    static let slotCount = 64

    /// The longest message, its padding, and what one more read may bring.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_560 + 65_536, alignment: 16)
    private let common = PacketSlab(slotCount: slotCount, capacity: commonCapacity)
    private let long = PacketSlab(slotCount: 1, capacity: 65_560)
    private var nextSlot = 0

    deinit {
        buffer.deallocate()
    }

    /// Whether the next message would take a slot that the batch still uses, so that it must be sent first.
    func needsFlush(for length: Int) -> Bool {
        nextSlot == Self.slotCount || length > Self.commonCapacity
    }

    /// The batch was sent: all slots are free.
    func reset() {
        nextSlot = 0
    }

    /// Copies the message at `range` of the buffer to a slot.
    func take(_ range: Range<Int>) -> PacketBuffer {
        let message = UnsafeRawBufferPointer(rebasing: buffer[range])
        guard range.count <= Self.commonCapacity else { return long.packet(0, copying: message) }
        nextSlot += 1
        return common.packet(nextSlot - 1, copying: message)
    }
}
