public import STUN

/// Why an allocation is no more, though the client wanted it.
public enum AllocationLoss: Error, Hashable, Sendable {
    /// A Refresh got no answer that could be believed.
    case unanswered(unsignedError: ErrorCode?)
    /// 437: the server knows nothing of the allocation, for instance because it was started anew.
    case allocationMismatch
    /// 441: the allocation is another user's.
    case wrongCredentials
    /// The lifetime ran out before a Refresh was answered, or the server prolongs it no more.
    case expired
    /// The connection closed.
    case disconnected
    /// What came over the stream is neither STUN nor ChannelData.
    case brokenStream(StreamFramer.Failure)
    case challenge(ChallengeFailure)
    /// Any other error in answer to a Refresh.
    case refused(ErrorCode)
}
