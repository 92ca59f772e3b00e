public import SansIO

/// The memory of the packets that go in and come out.
extension Network {
    /// How many packets are in it, those included that were delivered and not released.
    public var packetCount: Int { packets.count }

    /// Takes a place for a packet of `count` bytes that the caller writes; nil when there is none.
    public mutating func reserve(_ count: Int) -> PacketHandle? { packets.reserve(count) }

    /// Copies a packet into it; nil when there is no place.
    public mutating func store(_ packet: PacketBuffer) -> PacketHandle? { packets.store(packet) }

    /// The bytes of a packet whose place is the caller's.
    public subscript(packet: PacketHandle) -> PacketBuffer { packets[packet] }

    /// Notes how long a packet has become that was written into its place.
    public mutating func set(_ packet: PacketHandle, to buffer: PacketBuffer) {
        packets.set(packet, to: buffer)
    }

    /// Gives the place of a packet free that was delivered, or will not be sent.
    public mutating func release(_ packet: PacketHandle) { packets.release(packet) }
}
