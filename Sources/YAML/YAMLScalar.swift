/// A single value as it was written, quotes and escapes undone.
public struct YAMLScalar: Hashable, Sendable {
    public var text: String
    /// Written without quotes and not as a block: only then can it be null.
    public var isPlain: Bool

    public init(_ text: String, isPlain: Bool) {
        self.text = text
        self.isPlain = isPlain
    }

    /// Whether it is the null of YAML's core schema (YAML 1.2.2 §10.3.2).
    public var isNull: Bool {
        isPlain && ["", "~", "null", "Null", "NULL"].contains(text)
    }
}
