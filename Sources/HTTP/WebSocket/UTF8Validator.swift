/// Tells at the first wrong byte that a text, which comes in pieces, is not UTF-8. RFC 3629 §4
struct UTF8Validator: Sendable {
    /// Continuation bytes that are missing.
    private var missing = 0
    /// What the next of them may be.
    private var allowed: ClosedRange<UInt8> = Self.continuation

    private static let continuation: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether the text may end here.
    var isComplete: Bool { missing == 0 }

    /// Whether the text may still be UTF-8 with this byte behind it.
    mutating func accepts(_ byte: UInt8) -> Bool {
        if missing > 0 {
            guard allowed.contains(byte) else { return false }
            missing -= 1
            allowed = Self.continuation
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF: missing = 2
        case 0xF0...0xF4: missing = 3
        default: return false
        }
        // No longer form than needed, no surrogates, nothing beyond U+10FFFF.
        switch byte {
        case 0xE0: allowed = 0xA0...0xBF
        case 0xED: allowed = 0x80...0x9F
        case 0xF0: allowed = 0x90...0xBF
        case 0xF4: allowed = 0x80...0x8F
        default: allowed = Self.continuation
        }
        return true
    }
}
