/// Why a client does not answer a 401 or 438 with another request.
///
/// RFC 8489 §9.2.5
public enum ChallengeFailure: Error, Hashable, Sendable {
    /// The server does not accept the credential.
    case unauthenticated
    /// The server refuses the nonces that it has just given, again and again.
    case staleNonce
    /// The nonce announces a list of password algorithms that is not there, or the list got weaker: somebody
    /// on the way changed it.
    case bidDown
    /// The server offers no password algorithm that we know.
    case unsupportedPasswordAlgorithm
}
