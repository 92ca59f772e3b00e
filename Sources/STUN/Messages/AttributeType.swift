/// The number of an attribute.
///
/// RFC 8489 §18.3; other protocols add theirs as static members.
public struct AttributeType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Whether a receiver that does not know the attribute has to refuse the message. RFC 8489 §14
    public var isComprehensionRequired: Bool { rawValue < 0x8000 }

    public static let mappedAddress = AttributeType(rawValue: 0x0001)
    public static let username = AttributeType(rawValue: 0x0006)
    public static let messageIntegrity = AttributeType(rawValue: 0x0008)
    public static let errorCode = AttributeType(rawValue: 0x0009)
    public static let unknownAttributes = AttributeType(rawValue: 0x000A)
    public static let realm = AttributeType(rawValue: 0x0014)
    public static let nonce = AttributeType(rawValue: 0x0015)
    public static let messageIntegritySHA256 = AttributeType(rawValue: 0x001C)
    public static let passwordAlgorithm = AttributeType(rawValue: 0x001D)
    public static let userHash = AttributeType(rawValue: 0x001E)
    public static let xorMappedAddress = AttributeType(rawValue: 0x0020)
    public static let passwordAlgorithms = AttributeType(rawValue: 0x8002)
    public static let alternateDomain = AttributeType(rawValue: 0x8003)
    public static let software = AttributeType(rawValue: 0x8022)
    public static let alternateServer = AttributeType(rawValue: 0x8023)
    public static let fingerprint = AttributeType(rawValue: 0x8028)
}

extension AttributeType: CustomStringConvertible {
    /// The number as registries write it, such as "0x0020".
    public var description: String {
        let digits = String(rawValue, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
