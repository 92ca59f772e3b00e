public import STUN
public import SansIO

/// Why there is no allocation.
///
/// RFC 8656 §7.4
public enum AllocateFailure: Error, Hashable, Sendable {
    /// No answer came that could be believed. An error that came without integrity is named: some servers do
    /// not sign their refusals, and so could anybody on the way.
    case unanswered(unsignedError: ErrorCode?)
    /// The connection closed.
    case disconnected
    /// What came over the stream is neither STUN nor ChannelData.
    case brokenStream(StreamFramer.Failure)
    case challenge(ChallengeFailure)
    /// 300: another server is to be asked. RFC 8489 §10
    case tryAlternate(Endpoint, domain: String?)
    /// 403: the server refuses to serve this client.
    case forbidden
    /// 437: the server sees an allocation that somebody had behind the same address and port.
    case allocationMismatch(portsTried: Int)
    /// 440
    case addressFamilyNotSupported
    /// 441: the credential is not the one that the allocation was made with.
    case wrongCredentials
    /// 442
    case unsupportedTransportProtocol
    /// 486: this user has as many allocations as it may have.
    case quotaReached
    /// 508: no port is free, or the reservation is gone.
    case insufficientCapacity
    /// 420: the server does not know these, for instance DONT-FRAGMENT.
    case unknownAttributes([AttributeType])
    /// Any other error.
    case refused(ErrorCode)
    /// The success lacks a relayed address, a mapped address or a lifetime.
    case incompleteSuccess

    /// What the owner can do about it.
    public enum Advice: Hashable, Sendable {
        /// Open another local port and tell of it with `.opened`: the client asks again.
        case openNewPort
        case ask(Endpoint)
        /// Leave this server alone for a while.
        case wait(Duration)
        /// Fetch a new credential.
        case renewCredential
        /// Nothing in particular: another server or transport, or later.
        case giveUp
    }

    /// How many local ports RFC 8656 §7.4 wants tried.
    public static let mostPortsTried = 3

    public var advice: Advice {
        switch self {
        case .allocationMismatch(let portsTried):
            portsTried < Self.mostPortsTried ? .openNewPort : .wait(.seconds(120))
        case .tryAlternate(let server, _): .ask(server)
        case .quotaReached, .insufficientCapacity: .wait(.seconds(60))
        case .challenge(.unauthenticated), .wrongCredentials: .renewCredential
        case .unanswered, .disconnected, .brokenStream, .challenge, .forbidden, .addressFamilyNotSupported,
            .unsupportedTransportProtocol, .unknownAttributes, .refused, .incompleteSuccess:
            .giveUp
        }
    }

    /// The failure that an error response to an Allocate request means.
    init(_ error: ErrorCode, in message: borrowing MessageView, portsTried: Int) {
        switch error.code {
        case ErrorCode.tryAlternate.code:
            if let server = try? message.attribute(AlternateServer.self)?.endpoint {
                self = .tryAlternate(server, domain: try? message.attribute(AlternateDomain.self)?.name)
            } else {
                self = .refused(error)
            }
        case ErrorCode.unknownAttribute.code:
            self = .unknownAttributes((try? message.attribute(UnknownAttributes.self)?.types) ?? [])
        case ErrorCode.forbidden.code: self = .forbidden
        case ErrorCode.allocationMismatch.code: self = .allocationMismatch(portsTried: portsTried)
        case ErrorCode.addressFamilyNotSupported.code: self = .addressFamilyNotSupported
        case ErrorCode.wrongCredentials.code: self = .wrongCredentials
        case ErrorCode.unsupportedTransportProtocol.code: self = .unsupportedTransportProtocol
        case ErrorCode.allocationQuotaReached.code: self = .quotaReached
        case ErrorCode.insufficientCapacity.code: self = .insufficientCapacity
        default: self = .refused(error)
        }
    }
}
