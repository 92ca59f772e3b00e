import FoundationEssentials

/// Values as JSON text for other programs, keys sorted.
public enum JSONText {
    /// One value a line, indented.
    public static func encode(_ value: some Encodable) -> String {
        text(of: value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }

    /// All in one line, without a line break at its end.
    public static func line(_ value: some Encodable) -> String {
        text(of: value, [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func text(of value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            preconditionFailure("a value of text and numbers cannot be encoded: \(error)")
        }
    }
}
