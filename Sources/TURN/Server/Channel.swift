import SansIO

/// A channel number bound to a peer.
///
/// RFC 8656 §12
struct Channel: BitwiseCopyable {
    /// How long a binding lives: 600 s (RFC 8656 §12), twice as long as the permission that it installs.
    static let lifetime = Duration.seconds(600)

    var number: UInt16
    var peer: Endpoint
    var expiry: Instant
}
