/// Emphasis for a reader at a terminal; text meant for a program stays bare.
public struct TerminalStyle: Hashable, Sendable {
    public let isColored: Bool

    /// Colours only on a terminal that has them, and never when `NO_COLOR` is set to anything.
    public init(environment: [String: String], isTerminal: Bool) {
        let refused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        isColored = isTerminal && !refused && environment["TERM"] != "dumb"
    }

    /// Without any colour.
    public static let plain = TerminalStyle(environment: [:], isTerminal: false)

    public func bold(_ text: String) -> String { wrap(text, "1") }
    public func good(_ text: String) -> String { wrap(text, "32") }
    public func bad(_ text: String) -> String { wrap(text, "31") }
    public func doubtful(_ text: String) -> String { wrap(text, "33") }
    public func faint(_ text: String) -> String { wrap(text, "2") }

    private func wrap(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
