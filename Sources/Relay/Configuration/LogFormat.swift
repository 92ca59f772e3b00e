/// How log records are written.
public enum LogFormat: String, Hashable, Sendable, CaseIterable {
    case text
    /// One JSON object a line.
    case json
}
