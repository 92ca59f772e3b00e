import STUN
import SansIO

/// What a client waits for.
enum ClientTimer: Hashable, Sendable {
    /// A request is to be repeated or given up.
    case transaction(TransactionID)
    /// The allocation is to be refreshed.
    case refresh
    /// The allocation ends.
    case expiry
    /// A permission is to be renewed.
    case permission(IPAddress)
    /// A channel is to be renewed.
    case channel(UInt16)
}
