internal import COpenSSL

/// Digests of whole messages.
public enum Digest {
    /// The 16 bytes of MD5, which STUN's long-term key still needs. RFC 1321
    public static func md5(_ message: Span<UInt8>) -> [UInt8] {
        digest(message, with: md5Algorithm, count: 16)
    }

    /// The 20 bytes of SHA-1. RFC 3174
    public static func sha1(_ message: Span<UInt8>) -> [UInt8] {
        digest(message, with: sha1Algorithm, count: 20)
    }

    /// The 32 bytes of SHA-256. RFC 6234
    public static func sha256(_ message: Span<UInt8>) -> [UInt8] {
        digest(message, with: sha256Algorithm, count: 32)
    }

    private static func digest(
        _ message: Span<UInt8>,
        with algorithm: OpaquePointer?,
        count: Int
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
            var written: UInt32 = 0
            let isDone = message.withUnsafeBufferPointer { bytes in
                EVP_Digest(bytes.baseAddress, bytes.count, output.baseAddress, &written, algorithm, nil)
            }
            precondition(isDone == 1 && written == count, "OpenSSL offers no such digest")
            initialized = count
        }
    }

    // Made once, never changed and never freed, so that threads may share them.
    private nonisolated(unsafe) static let md5Algorithm = EVP_MD_fetch(nil, "MD5", nil)
    private nonisolated(unsafe) static let sha1Algorithm = EVP_MD_fetch(nil, "SHA1", nil)
    private nonisolated(unsafe) static let sha256Algorithm = EVP_MD_fetch(nil, "SHA256", nil)
}
