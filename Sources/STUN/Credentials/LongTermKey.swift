internal import Cryptography

/// The key that integrity attributes are made with in the long-term mechanism.
///
/// RFC 8489 §9.2.2. Its text shows nothing of it.
public struct LongTermKey: Hashable, Sendable {
    /// 16 bytes for MD5, 32 for SHA-256.
    public let bytes: [UInt8]

    /// The key of a user; nil for an algorithm that is neither MD5 nor SHA-256.
    ///
    /// The three texts are taken as they are. RFC 8489 wants them prepared with OpaqueString before.
    public init?(
        username: String,
        realm: String,
        password: String,
        algorithm: PasswordAlgorithm = .md5
    ) {
        let text = Array("\(username):\(realm):\(password)".utf8)
        switch algorithm {
        case .md5: bytes = Digest.md5(text.span)
        case .sha256: bytes = Digest.sha256(text.span)
        default: return nil
        }
    }

    public static func == (left: LongTermKey, right: LongTermKey) -> Bool {
        ConstantTime.equal(left.bytes.span, right.bytes.span)
    }
}

extension LongTermKey: Redacted {}
