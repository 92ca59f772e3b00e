import JSON

/// A signed token in its compact form, taken apart and not yet believed.
///
/// RFC 7515 §7.1, RFC 7519
struct JSONWebToken {
    /// In bytes; tokens of Supabase Auth have under 2,000.
    static let longest = 8192

    let algorithm: String
    let keyID: String?
    /// What was signed: the first two parts and the dot between them.
    let signedText: [UInt8]
    let signature: [UInt8]
    private let payload: [UInt8]

    init(_ text: String) throws(TokenRejection) {
        guard text.utf8.count <= Self.longest else { throw .tooLong }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3,
            let header = Base64.decode(parts[0], alphabet: .urlSafe),
            let payload = Base64.decode(parts[1], alphabet: .urlSafe),
            let signature = Base64.decode(parts[2], alphabet: .urlSafe)
        else { throw .malformed }
        let members = try Self.object(header)
        guard let algorithm = members["alg"]?.string else { throw .malformed }
        guard members["crit"] == nil else { throw .critical }
        if let id = members["kid"] {
            guard let text = id.string else { throw .malformed }
            keyID = text
        } else {
            keyID = nil
        }
        self.algorithm = algorithm
        self.payload = payload
        self.signature = signature
        signedText = Array(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
    }

    /// The claims: to be looked at after the signature.
    func claims() throws(TokenRejection) -> [String: JSONValue] { try Self.object(payload) }

    private static func object(_ bytes: [UInt8]) throws(TokenRejection) -> [String: JSONValue] {
        do {
            guard let members = try JSONValue(decoding: bytes).object else { throw TokenRejection.malformed }
            return members
        } catch {
            throw .malformed
        }
    }
}
