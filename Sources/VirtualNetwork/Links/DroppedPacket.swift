/// A packet that was dropped after it had been accepted, until its owner takes it back.
struct DroppedPacket: BitwiseCopyable {
    let packet: PacketHandle
    let reason: DropReason
}
