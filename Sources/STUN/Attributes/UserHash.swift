internal import Cryptography

/// USERHASH: the digest of user name and realm in place of the name.
///
/// RFC 8489 §14.4
public struct UserHash: Attribute {
    public static let type = AttributeType.userHash

    /// 32 bytes.
    public let digest: [UInt8]

    /// The hash of both texts as they are: SHA-256(username ":" realm).
    public init(username: String, realm: String) {
        let text = Array("\(username):\(realm)".utf8)
        digest = Digest.sha256(text.span)
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count == 32 else { throw .wrongLength(value.count) }
        digest = [UInt8](copying: value)
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(contentsOf: digest)
    }
}
