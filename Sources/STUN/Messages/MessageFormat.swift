/// Numbers of the wire format that more than one file needs.
///
/// RFC 8489 §5
public enum MessageFormat {
    public static let magicCookie: UInt32 = 0x2112_A442
    /// Bytes of the header in front of the attributes.
    public static let headerLength = 20
    /// Bytes of the type and length in front of an attribute's value.
    public static let attributeHeaderLength = 4
    /// The greatest number of bytes that attributes may have together: the length field is a multiple of 4.
    public static let maximumBodyLength = 65_532

    /// The length of an attribute's value with its padding. §14
    package static func padded(_ length: Int) -> Int {
        (length + 3) & ~3
    }
}
