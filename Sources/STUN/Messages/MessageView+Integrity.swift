internal import Cryptography

/// Which attributes protect a message.
public enum IntegrityKind: Hashable, Sendable, BitwiseCopyable {
    /// MESSAGE-INTEGRITY. RFC 8489 §14.5
    case sha1
    /// MESSAGE-INTEGRITY-SHA256. RFC 8489 §14.6
    case sha256
    /// Both, as a first request to a server of unknown age may have. RFC 8489 §9.1.2
    case both
}

extension MessageView {
    /// The integrity attributes present; nil when there is none.
    public var integrity: IntegrityKind? {
        switch (trailer.integrity != nil, trailer.integritySHA256 != nil) {
        case (false, false): nil
        case (true, false): .sha1
        case (false, true): .sha256
        case (true, true): .both
        }
    }

    /// Whether the message comes from somebody who knows the key.
    ///
    /// With both attributes present MESSAGE-INTEGRITY-SHA256 decides alone (RFC 8489 §9.1.3, §9.2.4).
    /// False when there is no integrity attribute. The comparison takes constant time.
    public func verifyIntegrity(key: Span<UInt8>) -> Bool {
        if let offset = trailer.integritySHA256 {
            let value = AttributeLocation(unchecked: bytes, at: offset).value
            // §14.6: may be truncated to a multiple of 4 bytes, at least 16.
            guard MessageIntegritySHA256.allows(value.count) else { return false }
            let header = patchedHeader(lengthUpTo: value.upperBound)
            let expected = HMAC.sha256(
                joining: header.span,
                bytes.extracting(header.count..<offset),
                key: key
            )
            return ConstantTime.equal(
                expected.span.extracting(0..<value.count),
                bytes.extracting(value)
            )
        }
        if let offset = trailer.integrity {
            let value = AttributeLocation(unchecked: bytes, at: offset).value
            guard value.count == 20 else { return false }
            let header = patchedHeader(lengthUpTo: value.upperBound)
            let expected = HMAC.sha1(joining: header.span, bytes.extracting(header.count..<offset), key: key)
            return ConstantTime.equal(expected.span, bytes.extracting(value))
        }
        return false
    }

    /// Whether the message comes from somebody who knows the key.
    public func verifyIntegrity(key: LongTermKey) -> Bool {
        verifyIntegrity(key: key.bytes.span)
    }

    /// The value of the integrity attribute that `verifyIntegrity` looks at: equal values under one key
    /// mean the same message, sent again.
    public var integrityBytes: Span<UInt8>? {
        @_lifetime(copy self)
        get {
            guard let offset = trailer.integritySHA256 ?? trailer.integrity else { return nil }
            return bytes.extracting(AttributeLocation(unchecked: bytes, at: offset).value)
        }
    }

    /// Whether a FINGERPRINT is present, right or wrong.
    public var hasFingerprint: Bool { trailer.fingerprint != nil }

    /// Whether FINGERPRINT is the last attribute and right. RFC 8489 §14.7
    public func verifyFingerprint() -> Bool {
        guard let offset = trailer.fingerprint else { return false }
        let value = AttributeLocation(unchecked: bytes, at: offset).value
        guard value.count == 4, value.upperBound == bytes.count else { return false }
        return bytes.uint32(at: value.lowerBound) == Fingerprint.of(bytes.extracting(0..<offset))
    }

    /// The first four bytes with the length a message has that ends at `end`.
    private func patchedHeader(lengthUpTo end: Int) -> InlineArray<4, UInt8> {
        let length = end - MessageFormat.headerLength
        return [
            bytes[0], bytes[1], UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length),
        ]
    }
}
