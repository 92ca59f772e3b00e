/// Why the value of a known attribute is not acceptable.
public enum AttributeError: Error, Hashable, Sendable {
    /// The value has a number of bytes that the attribute never has.
    case wrongLength(Int)
    /// The address family is neither 1 (IPv4) nor 2 (IPv6).
    case unknownAddressFamily(UInt8)
    /// A text that is not UTF-8.
    case notUTF8
    /// A text with a control character.
    case forbiddenCharacter
    /// A number outside its range.
    case outOfRange
}
