/// The value of a Host field: a host and perhaps a port. RFC 9110 §7.2, RFC 3986 §3.2.2
enum HostField {
    /// Whether `text` is `name`, `192.0.2.1` or `[2001:db8::1]`, perhaps with `:port` behind it.
    static func isValid(_ text: Substring) -> Bool {
        var host = text.utf8
        if let bracket = host.lastIndex(of: UInt8(ascii: "]")) {
            guard host.first == UInt8(ascii: "["), isPort(host[host.index(after: bracket)...]) else {
                return false
            }
            let inside = host[..<bracket].dropFirst()
            return !inside.isEmpty
                && inside.allSatisfy { isHexDigit($0) || $0 == colon || $0 == UInt8(ascii: ".") }
        }
        if let mark = host.firstIndex(of: colon) {
            guard isPort(host[mark...]) else { return false }
            host = host[..<mark]
        }
        return !host.isEmpty && host.allSatisfy(isNameCharacter)
    }

    private static let colon = UInt8(ascii: ":")

    /// Nothing, or a colon with up to five digits.
    private static func isPort(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first else { return true }
        let digits = text.dropFirst()
        return first == colon && digits.count <= 5
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool { PercentEncoding.digit(byte) != nil }

    /// Unreserved characters, sub-delimiters but the comma, and the percent sign.
    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "-._~%!$&'()*+;=".utf8.contains(byte)
        }
    }
}
