/// FINGERPRINT: a checksum that tells STUN from other protocols on the same port.
///
/// RFC 8489 §14.7
public struct Fingerprint: Attribute {
    public static let type = AttributeType.fingerprint

    public let value: UInt32

    public init(_ value: UInt32) {
        self.value = value
    }

    /// What FINGERPRINT has to say behind these bytes, whose length field already counts it.
    public static func of(_ bytes: Span<UInt8>) -> UInt32 {
        CyclicRedundancyCheck.crc32(bytes) ^ 0x5354_554E
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count == 4 else { throw .wrongLength(value.count) }
        self.value = value.uint32(at: 0)
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(value)
    }
}
