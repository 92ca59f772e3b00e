/// A packet inside a link: a handle, its number and its length, never its bytes.
struct HeldPacket: BitwiseCopyable {
    let packet: PacketHandle
    let bytes: Int
    /// How many packets were offered before it.
    let index: UInt64
    let offeredAt: Nanoseconds
}
