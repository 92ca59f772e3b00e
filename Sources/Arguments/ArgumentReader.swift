import SansIO

/// Walks along one command line.
struct ArgumentReader {
    private let version: String
    private var command: Command
    private var path: [String]
    /// Options of the program and of every command named so far.
    private var options: [CommandOption]
    private var given: [String: [String]] = [:]
    private var operands: [String] = []
    private var wantsHelp = false

    init(program: Command, version: String) {
        self.version = version
        command = program
        path = [program.name]
        options = program.options
    }

    mutating func read(_ arguments: [String]) throws(UsageError) -> ParsedCommand {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            if argument == "-h" || argument == "--help" {
                wantsHelp = true
            } else if argument == "--version" {
                return .print("\(path[0]) \(version)")
            } else if argument.hasPrefix("-"), argument != "-" {
                try readOption(argument, &rest)
            } else {
                try readWord(argument)
            }
        }
        if wantsHelp { return .print(HelpText(command, path: path, options: options).description) }
        return .run(try invocation())
    }

    private mutating func readWord(_ word: String) throws(UsageError) {
        guard !command.subcommands.isEmpty else {
            operands.append(word)
            return
        }
        let names = command.subcommands.map(\.name)
        guard let next = command.subcommands.first(where: { $0.name == word }) else {
            throw error("unknown command \(quoted(word))" + suggestion(for: word, among: names, mark: ""))
        }
        command = next
        path.append(next.name)
        options += next.options
    }

    private mutating func readOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError)
    {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init
        )
        let name = String(parts[0].drop { $0 == "-" })
        guard parts[0].hasPrefix("--"), let option = options.first(where: { $0.name == name }) else {
            let names = options.map(\.name) + ["help", "version"]
            throw error("unknown option \(parts[0])" + suggestion(for: name, among: names, mark: "--"))
        }
        let attached = parts.count == 2 ? parts[1] : nil
        switch option.kind {
        case .flag:
            guard attached == nil else { throw error("--\(name) takes no value") }
            given[name] = []
        case .value(let placeholder):
            let value = try value(of: option, placeholder, attached, &rest)
            guard given[name] == nil else { throw error("--\(name) was given twice") }
            given[name] = [value]
        case .list(let placeholder):
            let value = try value(of: option, placeholder, attached, &rest)
            let items = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            given[name, default: []] += items
        }
    }

    private func value(
        of option: CommandOption,
        _ placeholder: String,
        _ attached: String?,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        if let attached, !attached.isEmpty { return attached }
        if attached == nil, let next = rest.first, !next.hasPrefix("--"), !next.isEmpty {
            rest.removeFirst()
            return next
        }
        throw error("--\(option.name) needs a value: \(option.usage)")
    }

    private func invocation() throws(UsageError) -> Invocation {
        guard command.subcommands.isEmpty else {
            let names = command.subcommands.map(\.name).joined(separator: ", ")
            throw error("a command is missing; accepted: \(names)")
        }
        let isOpen = command.operands.last?.hasSuffix("…") ?? false
        let least = isOpen ? command.operands.count - 1 : command.operands.count
        if operands.count < least { throw error("\(command.operands[operands.count]) is missing") }
        if !isOpen, operands.count > least {
            throw error("unexpected argument \(quoted(operands[least]))")
        }
        return Invocation(path: Array(path.dropFirst()), operands: operands, options: given)
    }

    private func error(_ message: String) -> UsageError {
        UsageError(command: path.joined(separator: " "), message: message)
    }

    private func suggestion(for name: String, among names: [String], mark: String) -> String {
        if let meant = NearestName.match(for: name, among: names) { return "; did you mean \(mark)\(meant)?" }
        return mark.isEmpty ? "; accepted: \(names.joined(separator: ", "))" : ""
    }

    /// What the user typed, on one line whatever it holds.
    private func quoted(_ text: String) -> String {
        let printable = text.unicodeScalars.prefix(60).map { scalar in
            scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
        }
        return "\"\(printable.joined())\""
    }
}
