/// A command to carry out, with everything that was given to it.
public struct Invocation: Hashable, Sendable {
    /// The names that led to the command, the program's own left out: `["creds", "mint"]`.
    public var path: [String]
    public var operands: [String]
    /// What was given to each option, by its name; a flag holds no values.
    public var options: [String: [String]]

    public init(path: [String], operands: [String] = [], options: [String: [String]] = [:]) {
        self.path = path
        self.operands = operands
        self.options = options
    }

    /// Whether the option was given.
    public func has(_ option: String) -> Bool { options[option] != nil }

    /// The value of an option that takes one.
    public func value(_ option: String) -> String? { options[option]?.first }

    /// The values of an option that takes several; nil when it was not given.
    public func values(_ option: String) -> [String]? { options[option] }
}
