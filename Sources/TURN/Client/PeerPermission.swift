import SansIO

/// The client's view of a permission.
///
/// RFC 8656 §9
struct PeerPermission: BitwiseCopyable {
    let address: IPAddress
    /// When the server forgets it; nil before it was granted.
    var expiry: Instant?
    /// Whether a CreatePermission for it is on its way.
    var isRequested = false

    /// Whether packets go out.
    ///
    /// While the first request is on its way they do: the server has read it when they arrive, mostly, and a
    /// round trip is saved.
    func allowsSending(at now: Instant) -> Bool {
        if let expiry { return expiry > now }
        return isRequested
    }
}
