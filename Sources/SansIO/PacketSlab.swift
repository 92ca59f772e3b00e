/// Memory for a fixed number of packets, each with headroom and tailroom, made once and reused.
public struct PacketSlab: ~Copyable {
    /// How many packets fit.
    public let slotCount: Int
    /// The greatest number of bytes one packet may have.
    public let capacity: Int
    private let stride: Int
    private let memory: UnsafeMutablePointer<UInt8>

    public init(slotCount: Int, capacity: Int) {
        self.slotCount = slotCount
        self.capacity = capacity
        stride = (PacketBuffer.headroom + capacity + PacketBuffer.tailroom + 63) & ~63
        memory = .allocate(capacity: stride * slotCount)
        memory.initialize(repeating: 0, count: stride * slotCount)
    }

    deinit {
        memory.deallocate()
    }

    /// The slot's packet, holding a copy of `bytes`, behind its headroom.
    ///
    /// - Precondition: they are no more than `capacity`.
    public func packet(_ slot: Int, copying bytes: some Collection<UInt8>) -> PacketBuffer {
        let packet = packet(slot, count: bytes.count)
        UnsafeMutableRawBufferPointer(start: packet.base + packet.range.lowerBound, count: packet.count)
            .copyBytes(from: bytes)
        return packet
    }

    /// The slot's packet, `count` bytes long, behind its headroom.
    public func packet(_ slot: Int, count: Int) -> PacketBuffer {
        precondition(slot >= 0 && slot < slotCount && count >= 0 && count <= capacity)
        return PacketBuffer(
            base: memory + slot * stride,
            limit: PacketBuffer.headroom + capacity + PacketBuffer.tailroom,
            range: PacketBuffer.headroom..<PacketBuffer.headroom + count
        )
    }
}
