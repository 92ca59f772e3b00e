public import STUN

/// The error codes of RFC 8656 §19.
extension ErrorCode {
    public static let forbidden = ErrorCode(unchecked: 403)
    public static let allocationMismatch = ErrorCode(unchecked: 437)
    public static let addressFamilyNotSupported = ErrorCode(unchecked: 440)
    public static let wrongCredentials = ErrorCode(unchecked: 441)
    public static let unsupportedTransportProtocol = ErrorCode(unchecked: 442)
    public static let peerAddressFamilyMismatch = ErrorCode(unchecked: 443)
    public static let allocationQuotaReached = ErrorCode(unchecked: 486)
    public static let insufficientCapacity = ErrorCode(unchecked: 508)
}
