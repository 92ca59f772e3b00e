/// Where a packet lies within its slot of a `PacketStore`.
struct PacketPlace: BitwiseCopyable {
    var start = 0
    var end = 0
    var isUsed = false
}
