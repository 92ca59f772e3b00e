import STUN
import SansIO
import TURN

/// With what a probe proves that it may use the relay.
enum ProbeCredential: Hashable, Sendable {
    /// Nothing was given: what needs a credential is left out.
    case none
    /// It makes its own, with the first of these.
    case secrets([SharedSecret])
    case given(username: String, password: String)

    /// What a credential made here is called.
    static let user = "castrelay-probe"
    /// How long one made here holds.
    static let lifetime = Duration.seconds(13 * 3600)

    /// The credential to use at `now`; nil when there is none.
    func credential(at now: UnixTime) -> LongTermCredential? {
        switch self {
        case .none: nil
        case .secrets(let secrets): Self.mint(secrets.first, expiry: now + Self.lifetime)
        case .given(let username, let password):
            Username(username).map { LongTermCredential(username: $0, password: password) }
        }
    }

    /// A credential that ends at `expiry`.
    static func mint(_ secret: SharedSecret?, expiry: UnixTime) -> LongTermCredential? {
        guard let secret, let username = TimeLimitedUsername(expiry: expiry, user: user) else { return nil }
        return LongTermCredential(TimeLimitedCredential(username, secret: secret))
    }
}
