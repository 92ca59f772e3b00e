/// What a client core has dropped since it was made.
public struct ClientCounters: Hashable, Sendable {
    /// Neither STUN nor ChannelData, or broken.
    public var malformed: UInt64 = 0
    /// Responses without the integrity that they must have.
    public var forged: UInt64 = 0
    /// Responses to no request of ours: late, doubled, or invented.
    public var unmatched: UInt64 = 0
    /// Data from a peer or channel that we know nothing of.
    public var unexpected: UInt64 = 0
    /// Packets that were not sent for want of an allocation or a permission.
    public var unpermitted: UInt64 = 0
    /// Packets that were not sent because they are too long to be framed.
    public var oversized: UInt64 = 0

    public init() {}
}
