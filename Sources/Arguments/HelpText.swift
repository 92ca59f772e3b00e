/// The answer to `--help`.
struct HelpText: CustomStringConvertible {
    private let command: Command
    private let path: [String]
    private let options: [CommandOption]

    init(_ command: Command, path: [String], options: [CommandOption]) {
        self.command = command
        self.path = path
        self.options = options
    }

    var description: String {
        var sections = [command.about, usage]
        if !command.subcommands.isEmpty {
            sections.append(table("Commands:", command.subcommands.map { ($0.name, $0.about) }))
        }
        let standard = [("--help", "Print this text."), ("--version", "Print the version.")]
        sections.append(table("Options:", options.map { ($0.usage, $0.about) } + standard))
        if !command.examples.isEmpty {
            let title = command.examples.count == 1 ? "Example:" : "Examples:"
            sections.append(([title] + command.examples.map { "  \($0)" }).joined(separator: "\n"))
        }
        if !command.notes.isEmpty { sections.append(command.notes.joined(separator: "\n")) }
        return sections.joined(separator: "\n\n")
    }

    private var usage: String {
        let words = path + (command.subcommands.isEmpty ? command.operands : ["COMMAND"])
        return "Usage: \(words.joined(separator: " ")) [options]"
    }

    /// Two columns; a name too wide for its column has the text on the next line.
    private func table(_ title: String, _ rows: [(String, String)]) -> String {
        let width = min(rows.map(\.0.count).max() ?? 0, 26)
        let lines = rows.map { name, about in
            name.count > width
                ? "  \(name)\n" + String(repeating: " ", count: width + 4) + about
                : "  \(name)" + String(repeating: " ", count: width + 2 - name.count) + about
        }
        return ([title] + lines).joined(separator: "\n")
    }
}
