public import SansIO

/// The bytes of all packets inside a virtual network, in memory made once.
///
/// A packet is written into it once, keeps its place while it crosses links and routers under its handle,
/// and is released by whoever delivers or drops it.
public struct PacketStore: ~Copyable {
    /// How many packets fit.
    public let capacity: Int
    /// How many bytes one of them may have.
    public let packetCapacity: Int
    private let slab: PacketSlab
    private var places: FixedArray<PacketPlace>
    private var free: FixedArray<UInt32>

    public init(capacity: Int, packetCapacity: Int = 2048) {
        self.capacity = capacity
        self.packetCapacity = packetCapacity
        slab = PacketSlab(slotCount: capacity, capacity: packetCapacity)
        places = FixedArray(capacity: capacity)
        free = FixedArray(capacity: capacity)
        for slot in (0..<UInt32(capacity)).reversed() {
            places.append(PacketPlace())
            free.append(slot)
        }
    }

    /// How many packets are in it.
    public var count: Int { capacity - free.count }

    /// Takes a place for a packet of `count` bytes that the caller writes; nil when there is none, or the
    /// packet is too long.
    public mutating func reserve(_ count: Int) -> PacketHandle? {
        guard count >= 0, count <= packetCapacity, free.count > 0 else { return nil }
        let slot = free.removeLast()
        let start = PacketBuffer.headroom
        places[Int(slot)] = PacketPlace(start: start, end: start + count, isUsed: true)
        return PacketHandle(rawValue: slot)
    }

    /// Copies a packet into it; nil when there is no place, or the packet is too long.
    public mutating func store(_ packet: PacketBuffer) -> PacketHandle? {
        guard let handle = reserve(packet.count) else { return nil }
        let place = self[handle]
        place.base.advanced(by: place.range.lowerBound)
            .update(from: packet.base + packet.range.lowerBound, count: packet.count)
        return handle
    }

    /// Copies a packet that is in it: for the second of two that arrive.
    public mutating func copy(_ handle: PacketHandle) -> PacketHandle? {
        store(self[handle])
    }

    /// The packet, to be read and changed in place.
    ///
    /// - Precondition: the handle was not released. The same holds below.
    public subscript(handle: PacketHandle) -> PacketBuffer {
        let slot = checked(handle)
        var packet = slab.packet(slot, count: packetCapacity)
        packet.range = places[slot].start..<places[slot].end
        return packet
    }

    /// Notes where the packet lies now, after its front or its end was moved within its place.
    public mutating func set(_ handle: PacketHandle, to packet: PacketBuffer) {
        let slot = checked(handle)
        precondition(packet.base == self[handle].base && packet.range.upperBound <= packet.limit)
        places[slot] = PacketPlace(start: packet.range.lowerBound, end: packet.range.upperBound, isUsed: true)
    }

    /// Gives the packet's place free.
    public mutating func release(_ handle: PacketHandle) {
        let slot = checked(handle)
        places[slot] = PacketPlace()
        free.append(handle.rawValue)
    }

    private func checked(_ handle: PacketHandle) -> Int {
        let slot = Int(handle.rawValue)
        precondition(slot < capacity && places[slot].isUsed, "a packet that is not in the store")
        return slot
    }
}
