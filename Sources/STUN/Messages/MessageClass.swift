/// The part a message plays in its transaction.
///
/// RFC 8489 §5
public enum MessageClass: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
    case request = 0b00
    case indication = 0b01
    case success = 0b10
    case error = 0b11
}
