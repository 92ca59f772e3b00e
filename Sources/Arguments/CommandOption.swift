/// An option of a command, always written with two dashes.
public struct CommandOption: Hashable, Sendable {
    /// What follows the option's name.
    public enum Kind: Hashable, Sendable {
        /// Nothing: it is there or it is not.
        case flag
        /// One value, once.
        case value(String)
        /// Values separated by commas; the option may be repeated.
        case list(String)
    }

    /// Without the dashes.
    public var name: String
    /// The value's placeholder in the help text is part of it.
    public var kind: Kind
    public var about: String

    public init(_ name: String, _ kind: Kind = .flag, about: String) {
        self.name = name
        self.kind = kind
        self.about = about
    }

    /// `--relay-ports PORTS`, as the help text shows it.
    var usage: String {
        switch kind {
        case .flag: "--\(name)"
        case .value(let placeholder): "--\(name) \(placeholder)"
        case .list(let placeholder): "--\(name) \(placeholder)[,…]"
        }
    }
}
