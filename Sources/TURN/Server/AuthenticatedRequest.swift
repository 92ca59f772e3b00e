import STUN

/// A request whose sender has proved to know the password of its username.
struct AuthenticatedRequest {
    var client: Client
    var method: Method
    var id: TransactionID
    /// The whole username, expiry included.
    var username: String
    var algorithm: PasswordAlgorithm
    var key: LongTermKey
    /// Which integrity attribute the request carried: the answer carries the same.
    var integrityKind: IntegrityKind
    /// Of all its bytes; a retransmission is recognised by it.
    var digest: [UInt8]

    /// Signs an answer the way the request was signed (RFC 8489 §9.2.4).
    func sign(_ builder: inout MessageBuilder) {
        switch integrityKind {
        case .sha1: builder.appendIntegrity(key: key)
        case .sha256, .both: builder.appendIntegritySHA256(key: key)
        }
    }
}
