internal import CJansson

/// Text that is not JSON, RFC 8259: what is wrong with it, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ error: json_error_t) {
        var text = error.text
        let words = withUnsafeBytes(of: &text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        description = "not JSON: \(words) (line \(error.line), column \(error.column))"
    }
}
