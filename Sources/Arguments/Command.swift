/// A command or a group of commands: what it is called, takes and does, as data.
public struct Command: Hashable, Sendable {
    public var name: String
    /// One line.
    public var about: String
    public var options: [CommandOption]
    /// Placeholders of what stands besides options; the last may end in `…` and then takes any number.
    public var operands: [String]
    /// Whole command lines that work as they stand.
    public var examples: [String]
    public var subcommands: [Command]
    /// Further lines of the help text, at its end.
    public var notes: [String]

    public init(
        _ name: String,
        about: String,
        options: [CommandOption] = [],
        operands: [String] = [],
        examples: [String] = [],
        subcommands: [Command] = [],
        notes: [String] = []
    ) {
        self.name = name
        self.about = about
        self.options = options
        self.operands = operands
        self.examples = examples
        self.subcommands = subcommands
        self.notes = notes
    }

    /// Reads the arguments after the program's name.
    public func parse(_ arguments: [String], version: String) throws(UsageError) -> ParsedCommand {
        var reader = ArgumentReader(program: self, version: version)
        return try reader.read(arguments)
    }
}
