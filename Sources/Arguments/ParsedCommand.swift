/// What a command line asks for.
public enum ParsedCommand: Hashable, Sendable {
    /// Carry a command out.
    case run(Invocation)
    /// Print a text and end well: help or the version.
    case print(String)
}
