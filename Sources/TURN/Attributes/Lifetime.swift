public import STUN

/// How long the server keeps an allocation that is not refreshed.
///
/// RFC 8656 §18.2
public struct Lifetime: Attribute {
    public static let type = AttributeType.lifetime
    /// What an allocation gets when the client asks for nothing (RFC 8656 §3.2): 10 minutes.
    public static let standard = Lifetime(seconds: 600)

    public var seconds: UInt32

    public init(seconds: UInt32) {
        self.seconds = seconds
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count == 4 else { throw .wrongLength(value.count) }
        seconds = 0
        for index in 0..<4 { seconds = seconds << 8 | UInt32(value[index]) }
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(seconds)
    }
}
