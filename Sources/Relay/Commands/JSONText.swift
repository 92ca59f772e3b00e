import FoundationEssentials

/// Values as JSON text for other programs: sorted keys, one value a line.
enum JSONText {
    static func encode(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            preconditionFailure("a report of text and numbers cannot be encoded: \(error)")
        }
    }
}
