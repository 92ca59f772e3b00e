/// Why a relay port can not be had.
public enum RelayRefusal: Error, Hashable, Sendable {
    /// The server has no address of that family: 440.
    case familyNotSupported
    /// The user has as many allocations as it may have: 486.
    case quotaReached
    /// No port is free, or the server is full: 508.
    case noCapacity
    /// The token names no reservation of this user: 508 (RFC 8656 §7.2).
    case unknownToken
}
