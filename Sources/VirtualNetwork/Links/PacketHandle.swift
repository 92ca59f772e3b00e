/// The name of a packet whose bytes are elsewhere, as in a `PacketStore`.
public struct PacketHandle: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}
