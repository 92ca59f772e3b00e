/// One thing wrong with a file: where, at which path inside it, and what was expected.
public struct YAMLProblem: Hashable, Sendable, CustomStringConvertible {
    public var file: String
    public var position: YAMLPosition
    /// Such as `limits.permissions` or `listen[2]`; empty for the file as a whole.
    public var path: String
    public var message: String

    public init(file: String, position: YAMLPosition, path: String, message: String) {
        self.file = file
        self.position = position
        self.path = path
        self.message = message
    }

    /// "relay.yaml:12:7: limits.permissions: got …".
    public var description: String {
        path.isEmpty ? "\(file):\(position): \(message)" : "\(file):\(position): \(path): \(message)"
    }
}

/// Everything wrong with a file, in the order of the file; never empty.
public struct YAMLProblems: Error, Hashable, Sendable, CustomStringConvertible {
    public var problems: [YAMLProblem]

    public init(_ problems: [YAMLProblem]) {
        self.problems = problems.sorted { $0.position < $1.position }
    }

    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
