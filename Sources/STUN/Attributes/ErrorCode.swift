/// ERROR-CODE: why a request was refused.
///
/// RFC 8489 §14.8. The well-known codes carry no reason phrase: a refusal that anybody can provoke with a
/// forged source address should stay small.
public struct ErrorCode: Attribute {
    public static let type = AttributeType.errorCode
    /// The greatest number of bytes of a reason phrase that a receiver accepts.
    public static let maximumReasonLength = 763

    /// One of 300...699.
    public let code: Int
    public let reason: String

    /// Nil when the code is not one of 300...699 or the reason is too long.
    public init?(_ code: Int, reason: String = "") {
        guard (300...699).contains(code), reason.utf8.count <= Self.maximumReasonLength else { return nil }
        self.init(unchecked: code, reason: reason)
    }

    /// A code known to be one of 300...699.
    package init(unchecked code: Int, reason: String = "") {
        self.code = code
        self.reason = reason
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count >= 4 else { throw .wrongLength(value.count) }
        let (hundreds, rest) = (Int(value[2] & 7), Int(value[3]))
        guard (3...6).contains(hundreds), rest < 100 else { throw .outOfRange }
        code = hundreds * 100 + rest
        reason = try AttributeText.decode(
            value.extracting(4..<value.count),
            limit: Self.maximumReasonLength
        )
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(UInt16(0))
        writer.append(UInt8(truncatingIfNeeded: code / 100))
        writer.append(UInt8(truncatingIfNeeded: code % 100))
        writer.append(contentsOf: reason.utf8)
    }

    public static let tryAlternate = ErrorCode(unchecked: 300)
    public static let badRequest = ErrorCode(unchecked: 400)
    public static let unauthenticated = ErrorCode(unchecked: 401)
    public static let unknownAttribute = ErrorCode(unchecked: 420)
    public static let staleNonce = ErrorCode(unchecked: 438)
    public static let serverError = ErrorCode(unchecked: 500)
}
