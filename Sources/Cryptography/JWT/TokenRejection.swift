/// Why a token is not believed.
///
/// The words are for the operator's log; a client is told only that its token is invalid or has expired.
public enum TokenRejection: Error, Hashable, Sendable {
    /// Longer than any token of Supabase's.
    case tooLong
    /// Not three parts of base64url, or not JSON where it has to be.
    case malformed
    /// The algorithm is none of ours, or there is no key for it.
    case algorithm(String)
    /// The header asks for an extension that we do not know. RFC 7515 §4.1.11
    case critical
    /// No key is called so; a set that was fetched before may be out of date.
    case unknownKey(String)
    case signature
    case expired(secondsAgo: Int64)
    case notYetValid(secondsAhead: Int64)
    case issuer(String?)
    case audience
    /// A role other than the one that is asked for: `anon` is the publishable key's.
    case role(String?)
    /// No user, or one that is no UUID.
    case subject

    public var words: String {
        switch self {
        case .tooLong: "longer than \(JSONWebToken.longest) bytes"
        case .malformed: "no token: three parts of base64url are expected, joined by dots"
        case .algorithm(let name): "signed with \"\(name)\", for which there is no key here"
        case .critical: "its header has \"crit\""
        case .unknownKey(let id): "signed with the key \"\(id)\", which the key set does not have"
        case .signature: "its signature is wrong"
        case .expired(let seconds): "expired \(seconds) s ago"
        case .notYetValid(let seconds): "valid in \(seconds) s only; compare the clocks"
        case .issuer(let name): "issued by \(name.map { "\"\($0)\"" } ?? "nobody")"
        case .audience: "for another audience"
        case .role(let name):
            name.map { "of the role \"\($0)\"" + ($0 == "anon" ? ", the publishable key's" : "") }
                ?? "without a role"
        case .subject: "without a user"
        }
    }
}
