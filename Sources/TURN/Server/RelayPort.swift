import SansIO

/// Names one relay socket of a worker: the slot it lies in, and which use of that slot it is.
///
/// A packet that was read before its allocation ended carries the old generation and is dropped.
public struct RelayPort: Hashable, Sendable, BitwiseCopyable {
    /// Two slots per allocation: even for IPv4, odd for IPv6.
    public var slot: UInt32
    public var generation: UInt32

    public init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    init(allocation: UInt32, family: IPAddress.Family, generation: UInt32) {
        self.init(slot: allocation * 2 + (family == .v4 ? 0 : 1), generation: generation)
    }

    var allocation: UInt32 { slot / 2 }
    var family: IPAddress.Family { slot % 2 == 0 ? .v4 : .v6 }
}
