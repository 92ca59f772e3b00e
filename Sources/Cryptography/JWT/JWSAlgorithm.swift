/// How a token is signed: the algorithms that Supabase Auth signs with.
///
/// RFC 7518 §3.1. Every other name, `none` first of all, is no case here and so refused.
public enum JWSAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// HMAC with SHA-256 and a shared secret.
    case hs256 = "HS256"
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// ECDSA with P-256 and SHA-256.
    case es256 = "ES256"
}
