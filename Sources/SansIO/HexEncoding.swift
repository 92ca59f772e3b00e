/// Bytes as hexadecimal text, as fixtures and logs write them.
public enum HexEncoding {
    /// The bytes that pairs of hex digits stand for; white space is skipped, nil for anything else.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var upper: UInt8?
        for character in text where !character.isWhitespace {
            guard character.isASCII, let digit = character.hexDigitValue else { return nil }
            if let half = upper {
                bytes.append(half << 4 | UInt8(digit))
                upper = nil
            } else {
                upper = UInt8(digit)
            }
        }
        return upper == nil ? bytes : nil
    }

    /// Two lower-case digits per byte.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
