/// A command line that cannot be understood; the program says so on standard error and exits with 2.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The program and the commands that were recognised: "castrelay creds mint".
    public var command: String
    /// What is wrong, and what was probably meant.
    public var message: String

    public init(command: String, message: String) {
        self.command = command
        self.message = message
    }

    public var exitCode: ExitCode { .usage }

    /// The message, then where to find what is accepted.
    public var description: String {
        "\(command): \(message)\nSee: \(command) --help"
    }
}
