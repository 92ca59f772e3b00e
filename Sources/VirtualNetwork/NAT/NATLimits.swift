/// How much a NAT remembers at most.
public struct NATLimits: Hashable, Sendable {
    public static let standard = NATLimits()

    /// Mappings altogether.
    public var mappings = 65_536
    /// Mappings of one inside address (RFC 6888 §3, REQ-4).
    public var mappingsPerHost = 65_536
    /// Entries of the filter altogether; a TCP connection may need two.
    public var sessions = 262_144
    /// Fragmented packets whose rest is awaited, in each direction.
    public var fragmentedPackets = 256

    public init() {}
}
