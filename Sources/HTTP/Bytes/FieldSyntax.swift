/// The characters that names and values are made of. RFC 9110 §5.6.2, RFC 9112 §5
package enum FieldSyntax {
    /// Whether the byte may stand in a token: a method, a field name.
    package static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default:
            false
        }
    }

    package static func isToken(_ text: some Collection<UInt8>) -> Bool {
        !text.isEmpty && text.allSatisfy(isTokenCharacter)
    }

    /// Whether the byte may stand in a field value: no control character but the tab.
    package static func isValueByte(_ byte: UInt8) -> Bool {
        byte == 0x09 || (byte >= 0x20 && byte != 0x7F)
    }

    package static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09
    }

    /// Whether two names are the same but for the case of ASCII letters.
    package static func isSameName(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
        left.utf8.elementsEqual(right.utf8) { lowercased($0) == lowercased($1) }
    }

    package static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// The bytes without spaces and tabs at their ends.
    package static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while let first = rest.first, isWhitespace(first) { rest = rest.dropFirst() }
        while let last = rest.last, isWhitespace(last) { rest = rest.dropLast() }
        return rest
    }
}
