/// The 96 bits that pair a response with its request.
///
/// RFC 8489 §5: drawn uniformly and from a cryptographic source.
public struct TransactionID: Hashable, Sendable, BitwiseCopyable {
    /// The first 32 bits on the wire.
    public let high: UInt32
    /// The last 64 bits on the wire.
    public let low: UInt64

    public init(_ high: UInt32, _ low: UInt64) {
        self.high = high
        self.low = low
    }

    /// An identifier nobody else can guess, when `generator` cannot be guessed.
    public static func random(using generator: inout some RandomNumberGenerator) -> TransactionID {
        TransactionID(generator.next(), generator.next())
    }
}
