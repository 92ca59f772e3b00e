internal import Cryptography

/// What the relay and the issuer of credentials know, and nobody else.
public struct SharedSecret: Hashable, Sendable {
    package let bytes: [UInt8]

    /// A secret of any length; nil when it is empty.
    public init?(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return nil }
        self.bytes = bytes
    }

    /// The UTF-8 of a text, as other programs are given it; nil when it is empty.
    public init?(_ text: String) {
        self.init(Array(text.utf8))
    }

    /// base64(HMAC-SHA1(secret, username)): the password of a time-limited credential.
    ///
    /// draft-uberti-behave-turn-rest-00 §2.2
    public func password(for username: String) -> String {
        let name = Array(username.utf8)
        let code = HMAC.sha1(name.span, key: bytes.span)
        return Base64.encode(code.span)
    }

    /// A key for another purpose, from which nobody gets back to the secret or to another such key.
    package func key(for purpose: String) -> [UInt8] {
        let purpose = Array(purpose.utf8)
        return HMAC.sha256(purpose.span, key: bytes.span)
    }

    public static func == (left: SharedSecret, right: SharedSecret) -> Bool {
        ConstantTime.equal(left.bytes.span, right.bytes.span)
    }
}

extension SharedSecret: Redacted {}
