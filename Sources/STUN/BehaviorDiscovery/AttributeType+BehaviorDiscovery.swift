/// RFC 5780 §9.1
extension AttributeType {
    public static let changeRequest = AttributeType(rawValue: 0x0003)
    public static let padding = AttributeType(rawValue: 0x0026)
    public static let responsePort = AttributeType(rawValue: 0x0027)
    public static let responseOrigin = AttributeType(rawValue: 0x802B)
    public static let otherAddress = AttributeType(rawValue: 0x802C)
}
