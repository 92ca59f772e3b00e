/// "%41" for "A". RFC 3986 §2.1
public enum PercentEncoding {
    /// The text that `text` stands for; nil when a "%" is not followed by two hexadecimal digits, or when the
    /// bytes are not UTF-8.
    public static func decode(_ text: some StringProtocol) -> String? {
        decode(text, plusIsSpace: false)
    }

    /// As `decode`, a "+" being a space, which is how forms and most queries are encoded.
    public static func decodeForm(_ text: some StringProtocol) -> String? {
        decode(text, plusIsSpace: true)
    }

    private static func decode(_ text: some StringProtocol, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace:
                bytes.append(0x20)
            default:
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The value of a hexadecimal digit of either case.
    package static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
