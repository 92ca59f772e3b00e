public import STUN

/// The error codes of RFC 8656 §19.
extension ErrorCode {
    public static let forbidden = ErrorCode(code: 403)
    public static let allocationMismatch = ErrorCode(code: 437)
    public static let addressFamilyNotSupported = ErrorCode(code: 440)
    public static let wrongCredentials = ErrorCode(code: 441)
    public static let unsupportedTransportProtocol = ErrorCode(code: 442)
    public static let peerAddressFamilyMismatch = ErrorCode(code: 443)
    public static let allocationQuotaReached = ErrorCode(code: 486)
    public static let insufficientCapacity = ErrorCode(code: 508)
}
