/// What the engine saw of one network's packets, and what it could not do.
public struct EngineCounts: Hashable, Sendable {
    /// Packets that devices sent.
    public var received: UInt64 = 0
    /// Packets that devices got.
    public var delivered: UInt64 = 0
    /// Packets that a device did not take, such as one that is switched off.
    public var refused: UInt64 = 0
    /// Packets longer than any Ethernet carries, which should have been cut before: never right.
    public var oversized: UInt64 = 0
    /// Packets that found no room in the network's memory: never right.
    public var outOfMemory: UInt64 = 0
    /// Packets that are in the capture's place to be written later, and those for which there was no room.
    public var captured: UInt64 = 0
    public var notCaptured: UInt64 = 0

    public init() {}
}
