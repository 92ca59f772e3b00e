public import STUN
public import SansIO

/// Something an operator may want to read in the log.
public enum ServerEvent: Hashable, Sendable {
    /// An allocation was made.
    case allocated(Client, user: String, relayed: [Endpoint], lifetime: Duration)
    /// An allocation ended.
    case ended(Client, user: String, reason: AllocationEnd, up: Traffic, down: Traffic)
    /// A request was refused.
    case refused(Client, method: Method, code: Int, user: String?)
    /// A peer was refused, with the rule that refuses it.
    case peerDenied(Client, user: String, peer: Endpoint, PeerPolicy.Denial)
}

/// Why an allocation ended.
public enum AllocationEnd: String, Hashable, Sendable {
    /// The client asked for a lifetime of 0.
    case deleted
    /// It was not refreshed in time.
    case expired
    /// The client's connection closed.
    case disconnected
    /// The server stops.
    case stopped
}

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
