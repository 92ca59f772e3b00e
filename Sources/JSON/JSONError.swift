import FoundationEssentials

/// Text that is not JSON, RFC 8259.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with it, in the parser's words.
    public let description: String

    init(_ error: any Error) {
        guard case DecodingError.dataCorrupted(let context) = error else {
            description = "not JSON: \(error)"
            return
        }
        description = "not JSON: \(context.underlyingError.map { "\($0)" } ?? context.debugDescription)"
    }
}
