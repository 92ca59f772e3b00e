/// PASSWORD-ALGORITHM: how the key is made of the password.
///
/// RFC 8489 §14.12
public struct PasswordAlgorithm: Attribute {
    public static let type = AttributeType.passwordAlgorithm

    /// The number in the registry. RFC 8489 §18.5
    public let number: UInt16
    /// What the algorithm needs besides; empty for both that exist.
    public let parameters: [UInt8]

    public init(number: UInt16) {
        self.number = number
        parameters = []
    }

    /// The key is MD5(username ":" realm ":" password). RFC 8489 §18.5.1.1
    public static let md5 = PasswordAlgorithm(number: 0x0001)
    /// The key is SHA-256(username ":" realm ":" password). RFC 8489 §18.5.1.2
    public static let sha256 = PasswordAlgorithm(number: 0x0002)

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        var offset = 0
        self = try PasswordAlgorithm(decoding: value, from: &offset)
        guard offset == value.count else { throw .wrongLength(value.count) }
    }

    /// Reads one entry and moves `offset` behind it.
    ///
    /// The padding of the last may be left out.
    init(decoding value: Span<UInt8>, from offset: inout Int) throws(AttributeError) {
        guard value.count - offset >= 4 else { throw .wrongLength(value.count) }
        number = value.uint16(at: offset)
        let start = offset + 4
        let length = Int(value.uint16(at: offset + 2))
        guard value.count - start >= length else { throw .wrongLength(value.count) }
        parameters = [UInt8](copying: value.extracting(start..<start + length))
        offset = min(start + MessageFormat.padded(length), value.count)
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(number)
        writer.append(UInt16(truncatingIfNeeded: parameters.count))
        writer.append(contentsOf: parameters)
        for _ in parameters.count..<MessageFormat.padded(parameters.count) { writer.append(UInt8(0)) }
    }
}
