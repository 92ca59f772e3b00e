import SansIO

/// A peer address that may send to the allocation and be sent to, whatever its port.
///
/// RFC 8656 §9
struct Permission: BitwiseCopyable {
    /// How long it lives: 300 s, not to be configured (RFC 8656 §9).
    static let lifetime = Duration.seconds(300)

    var peer: IPAddress
    var expiry: Instant
}
