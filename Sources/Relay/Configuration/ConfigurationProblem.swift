import YAML

/// One thing wrong, or only doubtful, with a configuration.
public struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    public var origin: SettingOrigin
    /// The setting's path, such as `limits.allocations` or `listen[2]`; empty when no single one is meant.
    public var path: String
    public var message: String

    public init(_ message: String, path: String, origin: SettingOrigin) {
        self.message = message
        self.path = path
        self.origin = origin
    }

    init(_ problem: YAMLProblem) {
        self.init(problem.message, path: problem.path, origin: .file(problem.file, problem.position))
    }

    /// "relay.yaml:12:7: limits.permissions: got …", "--port: got …", "CASTRELAY_PORT: got …".
    public var description: String {
        switch origin {
        case .standard: path.isEmpty ? message : "\(path): \(message)"
        case .file: path.isEmpty ? "\(origin): \(message)" : "\(origin): \(path): \(message)"
        case .flag, .environment: "\(origin): \(message)"
        }
    }
}

/// Everything that keeps a configuration from being used; never empty.
public struct ConfigurationProblems: Error, Hashable, Sendable, CustomStringConvertible {
    public var problems: [ConfigurationProblem]

    public init(_ problems: [ConfigurationProblem]) {
        self.problems = problems
    }

    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
