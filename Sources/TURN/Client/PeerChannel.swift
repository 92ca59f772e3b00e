import SansIO

/// The client's view of a channel.
///
/// RFC 8656 §12. A number belongs to its peer as long as the allocation lives, bound or not: whether the server
/// has bound it is not known when the answer was lost, and a number or peer must not be bound twice.
struct PeerChannel: BitwiseCopyable {
    let number: UInt16
    let peer: Endpoint
    /// When the server forgets it; nil while it is not bound.
    var expiry: Instant?
    /// Whether a ChannelBind for it is on its way.
    var isRequested = false
    /// Whether the owner wants it still, so that it is renewed.
    var isWanted = true

    func isBound(at now: Instant) -> Bool {
        if let expiry { return expiry > now }
        return false
    }
}
