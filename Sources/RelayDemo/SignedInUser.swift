import Cryptography
import EventLoop
import JSON
import SansIO

/// A user whom the run's own authorization server has signed in anonymously, as Supabase Auth does. Contract §2
struct SignedInUser {
    static let issuer = "https://auth.castlab.test/auth/v1"

    let id: String
    /// The access token, good for an hour.
    let token: String

    /// `secret` is the project's, which signs with HS256.
    init(id: String, secret: String) {
        self.id = id
        let now = WallClock.now().seconds
        let claims: JSONValue = [
            "iss": .string(Self.issuer), "sub": .string(id), "aud": "authenticated", "role": "authenticated",
            "iat": .integer(now), "exp": .integer(now + 3600), "is_anonymous": true,
        ]
        let text = Self.encoded(["alg": "HS256", "typ": "JWT"]) + "." + Self.encoded(claims)
        let (message, key) = (Array(text.utf8), Array(secret.utf8))
        let code = HMAC.sha256(message.span, key: key.span)
        token = text + "." + Base64.encode(code.span, alphabet: .urlSafe)
    }

    private static func encoded(_ value: JSONValue) -> String {
        let text = Array(JSONText.line(value).utf8)
        return Base64.encode(text.span, alphabet: .urlSafe)
    }
}
