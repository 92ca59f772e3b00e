/// Where the readers of one file put what they find wrong, so that all of it is told at once.
public final class YAMLProblemLog {
    public let file: String
    public private(set) var problems: [YAMLProblem] = []

    public init(file: String) {
        self.file = file
    }

    /// Notes a problem at a place of the file.
    public func note(_ message: String, at position: YAMLPosition, path: String) {
        problems.append(YAMLProblem(file: file, position: position, path: path, message: message))
    }

    /// Throws when anything was noted.
    public func finish() throws(YAMLProblems) {
        guard problems.isEmpty else { throw YAMLProblems(problems) }
    }
}
