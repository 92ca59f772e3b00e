/// Packets and bytes of application data.
public struct Traffic: Hashable, Sendable, BitwiseCopyable {
    public var packets: UInt64 = 0
    public var bytes: UInt64 = 0

    mutating func add(_ count: Int) {
        packets &+= 1
        bytes &+= UInt64(count)
    }
}
