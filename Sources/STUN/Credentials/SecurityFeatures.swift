internal import Cryptography

/// What a server announces in its nonces, where nobody on the way can take it away.
///
/// RFC 8489 §9.2.1 and §18.1. Bit 0 is the least significant of the 24: the printed text says the
/// opposite, which the verified erratum 6290 corrects; the nonce of Appendix B.1 agrees with the erratum.
public struct SecurityFeatures: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    /// Higher bits than the 24 that exist are cut off.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue & 0xFF_FFFF
    }

    /// Bit 0: the server sends PASSWORD-ALGORITHMS.
    public static let passwordAlgorithms = SecurityFeatures(rawValue: 1 << 0)
    /// Bit 1: the server accepts USERHASH.
    public static let usernameAnonymity = SecurityFeatures(rawValue: 1 << 1)

    /// What nonces that announce features start with. RFC 8489 §9.2
    package static let nonceCookie: [UInt8] = Array("obMatJos2".utf8)
    /// The bytes of cookie and features together.
    package static let prefixLength = nonceCookie.count + 4

    /// The features that a nonce announces; nil when it does not start with the cookie.
    public init?(nonce: Span<UInt8>) {
        guard nonce.count >= Self.prefixLength else { return nil }
        for (index, byte) in Self.nonceCookie.enumerated() {
            guard nonce[index] == byte else { return nil }
        }
        let digits = nonce.extracting(Self.nonceCookie.count..<Self.prefixLength)
        guard let bytes = Base64.decode(digits), bytes.count == 3 else { return nil }
        self.init(rawValue: UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[2]))
    }

    /// The features that a nonce announces; nil when it does not start with the cookie.
    public init?(nonce: Nonce) {
        self.init(nonce: nonce.bytes.span)
    }

    /// The 13 bytes that a nonce with these features starts with.
    package var noncePrefix: [UInt8] {
        Self.nonceCookie + Base64.encodeBytes(bytes.span)
    }

    /// The 24 bits in network order.
    package var bytes: [UInt8] {
        [16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
    }
}
