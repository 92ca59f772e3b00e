/// A direction of a link: from the network's edge to its middle, or back.
public enum LinkDirection: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
    case up
    case down
}
