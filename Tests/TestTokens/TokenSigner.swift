internal import COpenSSL
package import Cryptography
package import JSON

/// Signs tokens as an authorization server does, with a fresh key or a secret: for tests.
package final class TokenSigner: Sendable {
    package let algorithm: JWSAlgorithm
    package let keyID: String?
    private let secret: [UInt8]
    private nonisolated(unsafe) let key: OpaquePointer?

    /// Signs with HS256.
    package init(secret: [UInt8], keyID: String? = nil) {
        algorithm = .hs256
        self.keyID = keyID
        self.secret = secret
        key = nil
    }

    /// Signs with a fresh RSA or P-256 key.
    package init(_ algorithm: JWSAlgorithm, keyID: String?) throws {
        self.algorithm = algorithm
        self.keyID = keyID
        secret = []
        key = algorithm == .rs256 ? cssl_generate_rsa(2048) : cssl_generate_p256()
        guard key != nil else { throw TokenSignerFailure(description: "OpenSSL made no key") }
    }

    deinit {
        EVP_PKEY_free(key)
    }

    /// The claims of a signed-in user of Supabase's, and what is to be different; a null takes a claim away.
    package static func claims(
        issuer: String,
        user: String,
        expiry: Int64,
        changing changes: [String: JSONValue] = [:]
    ) -> JSONValue {
        let usual: [String: JSONValue] = [
            "iss": .string(issuer), "sub": .string(user), "aud": "authenticated", "role": "authenticated",
            "exp": .integer(expiry), "iat": .integer(expiry - 3600), "email": "", "phone": "", "aal": "aal1",
            "session_id": "2f1f7f8e-58c1-4b5f-9d0f-3d3b1c8e6a11", "is_anonymous": true,
        ]
        return .object(usual.merging(changes) { $1 }.filter { $0.value != .null })
    }

    /// The token with these claims; `header` is laid over the usual one.
    package func token(_ claims: JSONValue, header: [String: JSONValue] = [:]) throws -> String {
        var members: [String: JSONValue] = ["alg": .string(algorithm.rawValue), "typ": "JWT"]
        if let keyID { members["kid"] = .string(keyID) }
        members.merge(header) { $1 }
        let text = Self.encoded(.object(members)) + "." + Self.encoded(claims)
        let signature = try sign(Array(text.utf8))
        return text + "." + Base64.encode(signature.span, alphabet: .urlSafe)
    }

    /// The public key as a member of a key set; null for a secret.
    package var jsonWebKey: JSONValue {
        switch algorithm {
        case .hs256: .null
        case .rs256: webKey(["kty": "RSA", "n": number("n"), "e": number("e")])
        case .es256:
            webKey(["kty": "EC", "crv": "P-256", "x": number("qx", count: 32), "y": number("qy", count: 32)])
        }
    }

    private func webKey(_ members: [String: JSONValue]) -> JSONValue {
        var members = members
        members["use"] = "sig"
        members["alg"] = .string(algorithm.rawValue)
        if let keyID { members["kid"] = .string(keyID) }
        return .object(members)
    }

    /// A number of the key in base64url, filled up to `count` bytes.
    private func number(_ name: String, count: Int = 0) -> JSONValue {
        var value: OpaquePointer?
        EVP_PKEY_get_bn_param(key, name, &value)
        defer { BN_free(value) }
        var bytes = [UInt8](repeating: 0, count: max(count, Int(BN_num_bits(value) + 7) / 8))
        BN_bn2binpad(value, &bytes, Int32(bytes.count))
        return .string(Base64.encode(bytes.span, alphabet: .urlSafe))
    }

    private func sign(_ message: [UInt8]) throws -> [UInt8] {
        let secret = secret
        guard let key else { return HMAC.sha256(message.span, key: secret.span) }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 1024)
        var count = signature.count
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        else { throw TokenSignerFailure(description: "OpenSSL did not sign") }
        signature.removeLast(signature.count - count)
        return algorithm == .es256 ? Self.numbers(of: signature) : signature
    }

    /// The two numbers of an ECDSA signature, 32 bytes each, out of its DER sequence.
    private static func numbers(of sequence: [UInt8]) -> [UInt8] {
        var numbers: [UInt8] = []
        var index = 2
        while index + 1 < sequence.count {
            let end = index + 2 + Int(sequence[index + 1])
            let digits = sequence[(index + 2)..<end].drop { $0 == 0 }
            numbers += [UInt8](repeating: 0, count: 32 - digits.count) + digits
            index = end
        }
        return numbers
    }

    private static func encoded(_ value: JSONValue) -> String {
        let text = Array(JSONText.line(value).utf8)
        return Base64.encode(text.span, alphabet: .urlSafe)
    }
}

/// OpenSSL did not do as asked.
package struct TokenSignerFailure: Error, CustomStringConvertible {
    package let description: String
}
