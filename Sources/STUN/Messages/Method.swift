/// What a message is about.
///
/// 12 bits. RFC 8489 §18.2; other protocols add theirs as static members.
public struct Method: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// The greatest value: 12 bits.
    public static let maximum: UInt16 = 0x0FFF

    public static let binding = Method(unchecked: 0x001)

    public let rawValue: UInt16

    /// Nil for more than 12 bits.
    public init?(rawValue: UInt16) {
        guard rawValue <= Self.maximum else { return nil }
        self.rawValue = rawValue
    }

    /// A method whose value is known to have 12 bits; higher bits are cut off.
    public init(unchecked rawValue: UInt16) {
        self.rawValue = rawValue & Self.maximum
    }
}
