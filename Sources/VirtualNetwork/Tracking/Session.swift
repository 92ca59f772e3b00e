import SansIO

/// One entry of a `SessionTable`.
struct Session {
    /// From the local endpoint to as much of the remote one as counts.
    var key: FlowKey
    /// The number by which the table's user knows what the session belongs to.
    var owner: UInt32
    /// When it ends if nothing refreshes it.
    var expiry = Instant(nanoseconds: .max)
    /// When its timer rings, no later than `expiry` was when it was set.
    var alarm = Instant(nanoseconds: .max)
    /// How far the connection is; for TCP.
    var progress = TCPProgress()
    /// How many connections stand behind this permission for new ones; 0 for what is no permission.
    var connectionCount: UInt32 = 0
}
