/// Bytes as base64 text. RFC 4648
public enum Base64 {
    /// Which 64 characters stand for the digits, and whether "=" fills the last group.
    public enum Alphabet: Sendable {
        /// "+" and "/", with padding. RFC 4648 §4
        case standard
        /// "-" and "_", without padding. RFC 4648 §5
        case urlSafe

        fileprivate var digits: StaticString {
            switch self {
            case .standard: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
            case .urlSafe: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
            }
        }
    }

    /// The bytes as ASCII text.
    public static func encode(_ bytes: Span<UInt8>, alphabet: Alphabet = .standard) -> String {
        String(decoding: encodeBytes(bytes, alphabet: alphabet), as: UTF8.self)
    }

    /// The ASCII characters of the text.
    public static func encodeBytes(_ bytes: Span<UInt8>, alphabet: Alphabet = .standard) -> [UInt8] {
        alphabet.digits.withUTF8Buffer { digits in
            var text: [UInt8] = []
            text.reserveCapacity((bytes.count + 2) / 3 * 4)
            var index = 0
            while index < bytes.count {
                let count = min(3, bytes.count - index)
                var group: UInt32 = 0
                for offset in 0..<3 {
                    group = group << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0)
                }
                for digit in 0...count {
                    text.append(digits[Int(group >> UInt32(18 - 6 * digit) & 63)])
                }
                if alphabet == .standard {
                    for _ in count..<3 { text.append(UInt8(ascii: "=")) }
                }
                index += 3
            }
            return text
        }
    }

    /// The bytes that `text` stands for.
    ///
    /// Strict, so that each value has one text: nil for other characters, white space, wrong padding, or
    /// bits set beyond the last byte.
    public static func decode(_ text: some StringProtocol, alphabet: Alphabet = .standard) -> [UInt8]? {
        let characters = Array(text.utf8)
        return decode(characters.span, alphabet: alphabet)
    }

    /// The bytes that ASCII characters stand for, as strict as `decode(_:alphabet:)` for text.
    public static func decode(_ characters: Span<UInt8>, alphabet: Alphabet = .standard) -> [UInt8]? {
        var count = characters.count
        if alphabet == .standard {
            guard count % 4 == 0 else { return nil }
            while count > 0, characters.count - count < 2, characters[count - 1] == UInt8(ascii: "=") {
                count -= 1
            }
        }
        guard count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * 3 / 4)
        var (bits, bitCount): (UInt32, Int) = (0, 0)
        for index in 0..<count {
            guard let digit = digit(characters[index], alphabet) else { return nil }
            bits = bits << 6 | digit
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
                bits &= 1 << UInt32(bitCount) - 1
            }
        }
        return bits == 0 ? bytes : nil
    }

    private static func digit(_ character: UInt8, _ alphabet: Alphabet) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+") where alphabet == .standard: 62
        case UInt8(ascii: "/") where alphabet == .standard: 63
        case UInt8(ascii: "-") where alphabet == .urlSafe: 62
        case UInt8(ascii: "_") where alphabet == .urlSafe: 63
        default: nil
        }
    }
}
