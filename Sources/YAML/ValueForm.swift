/// One way of writing a value, the same in a file, a flag and an environment variable.
public struct ValueForm<Value: Sendable>: Sendable {
    /// What is accepted, as it ends an error message: "a whole number from 1 to 4096".
    public let accepted: String
    /// One word for the value in a usage line: "N", "DURATION".
    public let placeholder: String
    private let parse: @Sendable (String) throws(ValueHint) -> Value

    /// A form from its words and its reader, which throws what might help, or an empty hint.
    public init(
        accepted: String,
        placeholder: String,
        parse: @escaping @Sendable (String) throws(ValueHint) -> Value
    ) {
        self.accepted = accepted
        self.placeholder = placeholder
        self.parse = parse
    }

    /// The value that `text` stands for.
    public func read(_ text: String) throws(ValueRefusal) -> Value {
        do {
            return try parse(text)
        } catch {
            throw ValueRefusal(text: text, accepted: accepted, hint: error.text)
        }
    }
}

/// What a reader of a value knows about a mistake beyond "not accepted".
public struct ValueHint: Error, Hashable, Sendable {
    public var text: String?

    public init(_ text: String? = nil) {
        self.text = text
    }

    /// Nothing to add.
    public static let none = ValueHint()
}
