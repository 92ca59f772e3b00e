internal import COpenSSL

/// Keyed digests of whole messages.
///
/// RFC 2104. The algorithm is fetched once per process; each call has a context of its own, so that any
/// thread may call.
public enum HMAC {
    /// The 20 bytes of HMAC-SHA1.
    public static func sha1(_ message: Span<UInt8>, key: Span<UInt8>) -> [UInt8] {
        sha1(joining: Span(), message, key: key)
    }

    /// The 32 bytes of HMAC-SHA256.
    public static func sha256(_ message: Span<UInt8>, key: Span<UInt8>) -> [UInt8] {
        sha256(joining: Span(), message, key: key)
    }

    /// The HMAC-SHA1 of `first` followed by `second`, without joining them in memory.
    public static func sha1(joining first: Span<UInt8>, _ second: Span<UInt8>, key: Span<UInt8>) -> [UInt8] {
        code(of: first, second, key: key, count: 20, digest: sha1Name)
    }

    /// The HMAC-SHA256 of `first` followed by `second`, without joining them in memory.
    public static func sha256(joining first: Span<UInt8>, _ second: Span<UInt8>, key: Span<UInt8>) -> [UInt8]
    {
        code(of: first, second, key: key, count: 32, digest: sha256Name)
    }

    private static func code(
        of first: Span<UInt8>,
        _ second: Span<UInt8>,
        key: Span<UInt8>,
        count: Int,
        digest: UnsafeMutablePointer<CChar>
    ) -> [UInt8] {
        guard let context = EVP_MAC_CTX_new(algorithm) else {
            preconditionFailure("OpenSSL has no memory for an HMAC context")
        }
        defer { EVP_MAC_CTX_free(context) }
        let parameters = (
            OSSL_PARAM_construct_utf8_string(digestParameter, digest, 0), OSSL_PARAM_construct_end()
        )
        let isReady = withUnsafePointer(to: parameters) { pair in
            pair.withMemoryRebound(to: OSSL_PARAM.self, capacity: 2) { list in
                key.withUnsafeBufferPointer { key in
                    // A null key means "the key of before" to OpenSSL, and an empty span may be null.
                    EVP_MAC_init(context, key.baseAddress ?? emptyKey, key.count, list)
                }
            }
        }
        precondition(isReady == 1, "OpenSSL offers no HMAC with this digest")
        for part in 0..<2 {
            let updated = (part == 0 ? first : second).withUnsafeBufferPointer { bytes in
                bytes.isEmpty ? 1 : EVP_MAC_update(context, bytes.baseAddress, bytes.count)
            }
            precondition(updated == 1, "OpenSSL could not digest a message")
        }
        return [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
            let finished = EVP_MAC_final(context, output.baseAddress, &initialized, count)
            precondition(finished == 1 && initialized == count, "OpenSSL could not finish an HMAC")
        }
    }

    // Made once, never changed and never freed, so that threads may share them.
    private nonisolated(unsafe) static let algorithm = EVP_MAC_fetch(nil, "HMAC", nil)
    private nonisolated(unsafe) static let digestParameter = permanentText("digest")
    private nonisolated(unsafe) static let sha1Name = permanentText("SHA1")
    private nonisolated(unsafe) static let sha256Name = permanentText("SHA256")
    private nonisolated(unsafe) static let emptyKey: UnsafePointer<UInt8> = {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
        memory.initialize(to: 0)
        return UnsafePointer(memory)
    }()

    private static func permanentText(_ text: StaticString) -> UnsafeMutablePointer<CChar> {
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: text.utf8CodeUnitCount + 1)
        text.withUTF8Buffer { bytes in
            for (index, byte) in bytes.enumerated() {
                (memory + index).initialize(to: CChar(bitPattern: byte))
            }
        }
        (memory + text.utf8CodeUnitCount).initialize(to: 0)
        return memory
    }
}
