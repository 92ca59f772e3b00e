/// A value that cannot be taken: what stood there, what is accepted, and a hint when there is one.
public struct ValueRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    public var text: String
    public var accepted: String
    public var hint: String?

    public init(text: String, accepted: String, hint: String? = nil) {
        self.text = text
        self.accepted = accepted
        self.hint = hint
    }

    /// `got "many"; accepted: a whole number from 1 to 4096`, then the hint in brackets.
    public var description: String {
        "got \(quoted(text)); accepted: \(accepted)" + (hint.map { " (\($0))" } ?? "")
    }
}
