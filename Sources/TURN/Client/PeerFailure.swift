public import STUN

/// Why a permission or a channel for one peer can not be had, or was not renewed.
///
/// RFC 8656 §10.2 and §12.2
public enum PeerFailure: Error, Hashable, Sendable {
    /// 403: the server does not relay to this address.
    case forbidden
    /// 443: the allocation has no relayed address of the peer's family.
    case addressFamilyMismatch
    /// 508: the allocation has as many peers as it may have.
    case insufficientCapacity
    /// Any other error.
    case refused(ErrorCode)
    /// No answer came that could be believed.
    case unanswered(unsignedError: ErrorCode?)
    /// All 4096 channel numbers are in use.
    case outOfChannels

    init(_ error: ErrorCode) {
        self =
            switch error.code {
            case ErrorCode.forbidden.code: .forbidden
            case ErrorCode.peerAddressFamilyMismatch.code: .addressFamilyMismatch
            case ErrorCode.insufficientCapacity.code: .insufficientCapacity
            default: .refused(error)
            }
    }
}
