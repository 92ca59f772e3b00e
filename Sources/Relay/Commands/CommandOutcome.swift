public import Arguments

/// What a command leaves behind: text for both outputs and how the process ends.
public struct CommandOutcome: Hashable, Sendable {
    public var output: String
    public var errors: String
    public var exitCode: ExitCode

    public init(output: String = "", errors: String = "", exitCode: ExitCode = .passed) {
        self.output = output
        self.errors = errors
        self.exitCode = exitCode
    }

    /// A configuration that cannot be used.
    init(_ problems: ConfigurationProblems) {
        self.init(errors: problems.description, exitCode: .usage)
    }
}
