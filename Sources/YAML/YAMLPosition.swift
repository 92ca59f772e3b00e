/// A place in a file, both numbers counted from 1, the column in characters.
public struct YAMLPosition: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Where a file begins.
    public static let start = YAMLPosition(line: 1, column: 1)

    public var description: String { "\(line):\(column)" }

    public static func < (left: YAMLPosition, right: YAMLPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
