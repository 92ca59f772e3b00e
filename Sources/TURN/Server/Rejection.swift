import STUN

/// A refusal, thrown as the error response that it becomes.
struct Rejection: Error, Hashable {
    var error: ErrorCode
    /// What the response names beside its code.
    var detail = Detail.none

    enum Detail: Hashable {
        case none
        /// 420: the attributes that the server does not know.
        case unknownAttributes([AttributeType])
        /// 401 and 438: the realm, a fresh nonce and the password algorithms go with it.
        case challenge
    }

    static let badRequest = Rejection(error: .badRequest)
    static let unauthenticated = Rejection(error: .unauthenticated, detail: .challenge)
    static let staleNonce = Rejection(error: .staleNonce, detail: .challenge)
    static let forbidden = Rejection(error: .forbidden)
    static let allocationMismatch = Rejection(error: .allocationMismatch)
    static let addressFamilyNotSupported = Rejection(error: .addressFamilyNotSupported)
    static let wrongCredentials = Rejection(error: .wrongCredentials)
    static let unsupportedTransportProtocol = Rejection(error: .unsupportedTransportProtocol)
    static let peerAddressFamilyMismatch = Rejection(error: .peerAddressFamilyMismatch)
    static let allocationQuotaReached = Rejection(error: .allocationQuotaReached)
    static let insufficientCapacity = Rejection(error: .insufficientCapacity)

    static func unknownAttributes(_ types: [AttributeType]) -> Rejection {
        Rejection(error: .unknownAttribute, detail: .unknownAttributes(types))
    }
}

extension Rejection {
    /// The answer to a relay port that can not be had.
    init(_ refusal: RelayRefusal) {
        self =
            switch refusal {
            case .familyNotSupported: .addressFamilyNotSupported
            case .quotaReached: .allocationQuotaReached
            case .noCapacity, .unknownToken: .insufficientCapacity
            }
    }
}
