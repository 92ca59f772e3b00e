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
