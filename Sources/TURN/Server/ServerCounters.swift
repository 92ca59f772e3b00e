/// What a server core has counted since it was made.
public struct ServerCounters: Hashable, Sendable {
    public var relayedUp = Traffic()
    public var relayedDown = Traffic()
    /// Messages that are neither STUN nor ChannelData, or broken ones.
    public var malformed: UInt64 = 0
    /// Answers withheld from a source that has proved nothing and asks too often.
    public var answersWithheld: UInt64 = 0
    /// From a client: no allocation, no channel or no permission.
    public var unpermittedUp: UInt64 = 0
    /// From a peer without a permission.
    public var unpermittedDown: UInt64 = 0
    /// To a peer that the policy refuses at sending time.
    public var deniedPeers: UInt64 = 0
    /// Over an allocation's bandwidth.
    public var overBandwidth: UInt64 = 0
    /// Too long to be framed.
    public var oversized: UInt64 = 0

    public init() {}
}
