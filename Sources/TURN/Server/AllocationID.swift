public import SansIO

/// Names one allocation of a worker: its slot, and which use of that slot it is.
public struct AllocationID: Hashable, Sendable, BitwiseCopyable {
    public var slot: UInt32
    public var generation: UInt32

    /// The name of its relay socket of `family`.
    public func relay(_ family: IPAddress.Family) -> RelayPort {
        RelayPort(allocation: slot, family: family, generation: generation)
    }
}
