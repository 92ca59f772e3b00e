import JSON
public import SansIO

/// What a token has to be before its bearer is believed to be a signed-in user.
///
/// Contract §2. Supabase's tokens are for `authenticated`, by its Auth service; the publishable key is a token too,
/// of the role `anon` and without a user, and is refused.
public struct TokenVerifier: Sendable {
    /// Who has to have issued it: `https://<project>.supabase.co/auth/v1`.
    public var issuer: String
    public var audience = "authenticated"
    public var role = "authenticated"
    /// How far the signer's clock and ours may be apart.
    public var leeway = Duration.seconds(30)
    /// The secrets of the project for HS256, of which any may have signed.
    public var secrets: [[UInt8]] = []
    public var keys = JSONWebKeySet()

    public init(issuer: String) {
        self.issuer = issuer
    }

    /// What the token says, once it is believed.
    public func verify(_ text: String, at now: UnixTime) throws(TokenRejection) -> TokenClaims {
        let token = try JSONWebToken(text)
        try requireSignature(of: token)
        let claims = try token.claims()
        let expiry = try requireTime(claims, now)
        guard claims["iss"]?.string == issuer else { throw .issuer(claims["iss"]?.string) }
        guard isForAudience(claims["aud"]) else { throw .audience }
        guard claims["role"]?.string == role else { throw .role(claims["role"]?.string) }
        guard let subject = claims["sub"]?.string, let user = UserID(subject) else { throw .subject }
        return TokenClaims(
            user: user,
            expiry: expiry,
            isAnonymous: claims["is_anonymous"]?.bool ?? false
        )
    }

    private func requireSignature(of token: JSONWebToken) throws(TokenRejection) {
        guard let algorithm = JWSAlgorithm(rawValue: token.algorithm) else {
            throw .algorithm(token.algorithm)
        }
        switch algorithm {
        case .hs256: try requireSharedSecret(of: token)
        case .rs256, .es256:
            guard let key = keys.key(named: token.keyID, for: algorithm) else {
                if let id = token.keyID, !keys.contains(id) { throw .unknownKey(id) }
                throw .algorithm(token.algorithm)
            }
            guard key.verifies(token.signature, of: token.signedText) else { throw .signature }
        }
    }

    /// A key id of a token under HS256 names the secret, which no key set lists; one of a public key is a trick.
    private func requireSharedSecret(of token: JSONWebToken) throws(TokenRejection) {
        guard !secrets.isEmpty else { throw .algorithm(token.algorithm) }
        if let id = token.keyID, keys.contains(id) { throw .algorithm(token.algorithm) }
        var isRight = false
        for secret in secrets {
            let code = HMAC.sha256(token.signedText.span, key: secret.span)
            if ConstantTime.equal(code.span, token.signature.span) { isRight = true }
        }
        guard isRight else { throw .signature }
    }

    /// Checks `exp`, which has to be there, and `nbf`; RFC 7519 §4.1.4, §4.1.5.
    private func requireTime(
        _ claims: [String: JSONValue],
        _ now: UnixTime
    ) throws(TokenRejection) -> UnixTime {
        guard let expiry = Self.time(claims["exp"]) else { throw .malformed }
        guard now < expiry + leeway else { throw .expired(secondsAgo: now.seconds - expiry.seconds) }
        if let start = claims["nbf"] {
            guard let start = Self.time(start) else { throw .malformed }
            guard start <= now + leeway else { throw .notYetValid(secondsAhead: start.seconds - now.seconds) }
        }
        return expiry
    }

    /// A NumericDate before the year 10000, so that sums of it can not overflow.
    private static func time(_ value: JSONValue?) -> UnixTime? {
        guard let seconds = value?.number, (0..<253_402_300_800).contains(seconds) else { return nil }
        return UnixTime(seconds: Int64(seconds))
    }

    /// One audience, or several among which ours is.
    private func isForAudience(_ value: JSONValue?) -> Bool {
        if let one = value?.string { return one == audience }
        return value?.array?.contains(.string(audience)) ?? false
    }
}
