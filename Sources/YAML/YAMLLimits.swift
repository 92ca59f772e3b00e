/// How large a file may be; a file that people edit never comes near.
public struct YAMLLimits: Hashable, Sendable {
    public var byteCount: Int
    /// Nested sequences and mappings.
    public var depth: Int
    /// Scalars, sequences and mappings together.
    public var nodeCount: Int

    public init(byteCount: Int, depth: Int, nodeCount: Int) {
        self.byteCount = byteCount
        self.depth = depth
        self.nodeCount = nodeCount
    }

    public static let standard = YAMLLimits(byteCount: 1 << 20, depth: 24, nodeCount: 100_000)
}
