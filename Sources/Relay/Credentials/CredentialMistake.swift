/// One way in which a time-limited credential is made wrongly, as integrators make it.
public enum CredentialMistake: Hashable, Sendable {
    // The user name.
    case timestampMissing
    case userMissing
    /// `user:timestamp`; the right order is given.
    case partsReversed(right: String)
    /// The timestamp counts a smaller unit than seconds.
    case timestampUnit(String, right: String)
    /// The timestamp is a lifetime, not a time.
    case timestampIsLifetime(Int64)
    case timestampNotDecimal(String)
    /// How long ago it ended, in seconds.
    case expired(by: Int64, hint: ExpiryHint?)

    // The password.
    case credentialMissing
    case passwordText(PasswordText)
    /// HMAC-SHA256.
    case wrongDigest
    case keyAndTextSwapped
    /// A digest of secret and name joined, without HMAC.
    case plainDigest
    case secretItself
    case secretForm(SecretForm)
    case signedText(SignedText)
    /// Nothing that is known explains it; says what the password's form tells.
    case unexplained(PasswordForm)

    /// Why an expired credential may not simply be old.
    public enum ExpiryHint: Hashable, Sendable {
        case mintedAsExpiry
        case timeZone(hours: Int)
    }

    /// How the digest became text.
    public enum PasswordText: Hashable, Sendable, CaseIterable {
        case hex, base64OfHex, unpadded, urlSafe, urlSafeUnpadded
        case whiteSpaceAround, percentEncoded, plusAsSpace
    }

    /// What was done to the secret before it became the key.
    public enum SecretForm: Hashable, Sendable, CaseIterable {
        case lineFeed, carriageReturnLineFeed, hexDecoded, base64Decoded
    }

    /// What was signed instead of the user name.
    public enum SignedText: Hashable, Sendable, CaseIterable {
        case lineFeedAtEnd, userAlone, timestampAlone, partsReversed, inSeconds
    }

    /// What an unexplained password looks like.
    public enum PasswordForm: Hashable, Sendable {
        case sha1, sha256
        case otherLength(Int)
        case notBase64
    }
}
