internal import COpenSSL

/// A public key that checks signatures of one algorithm.
///
/// Which algorithm follows from the kind of the key, never from the token: an RSA key checks RS256 and nothing else.
public final class SignatureKey: Sendable {
    public let algorithm: JWSAlgorithm
    // Made once, never changed: OpenSSL lets threads share it.
    private nonisolated(unsafe) let key: OpaquePointer

    /// An RSA key of 2,048 to 8,192 bits; nil for other numbers.
    ///
    /// RFC 7518 §3.3, §6.3.1
    public init?(modulus: [UInt8], exponent: [UInt8]) {
        let modulus = Array(modulus.drop { $0 == 0 })
        let exponent = Array(exponent.drop { $0 == 0 })
        guard (256...1024).contains(modulus.count), (1...4).contains(exponent.count), exponent != [1],
            exponent.last.map({ $0 & 1 == 1 }) == true,
            let key = Self.publicKey(
                algorithm: Self.rsaEncryption,
                DERValue.sequence(DERValue.integer(modulus), DERValue.integer(exponent))
            )
        else { return nil }
        self.key = key
        algorithm = .rs256
    }

    /// A point of P-256 by its coordinates of 32 bytes; nil for one that is not on the curve.
    ///
    /// RFC 7518 §3.4, §6.2.1
    public init?(x: [UInt8], y: [UInt8]) {
        guard x.count == 32, y.count == 32,
            let key = Self.publicKey(algorithm: Self.p256, [4] + x + y)
        else { return nil }
        self.key = key
        algorithm = .es256
    }

    deinit {
        EVP_PKEY_free(key)
    }

    /// Whether `signature`, as a JWS carries it, is this key's for `message`.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let signature = derSignature(signature), let context = EVP_MD_CTX_new() else { return false }
        defer {
            EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// For ECDSA the two numbers of 32 bytes, RFC 7518 §3.4, as the sequence that OpenSSL takes.
    private func derSignature(_ signature: [UInt8]) -> [UInt8]? {
        guard algorithm == .es256 else { return signature }
        guard signature.count == 64 else { return nil }
        return DERValue.sequence(DERValue.integer(signature[..<32]), DERValue.integer(signature[32...]))
    }

    /// A SubjectPublicKeyInfo, RFC 5280 §4.1, read by OpenSSL, which checks that a point is on its curve.
    private static func publicKey(algorithm: [UInt8], _ bits: [UInt8]) -> OpaquePointer? {
        let information = DERValue.sequence(algorithm, DERValue.bitString(bits))
        defer { ERR_clear_error() }
        return information.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return d2i_PUBKEY(nil, &cursor, bytes.count)
        }
    }

    /// AlgorithmIdentifiers: rsaEncryption with no parameters (RFC 8017 A.1), id-ecPublicKey of prime256v1 (RFC 5480).
    private static let rsaEncryption: [UInt8] = [
        0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]
    private static let p256: [UInt8] = [
        0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
        0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
    ]
}
