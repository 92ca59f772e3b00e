/// A file read into a tree.
///
/// Accepted is the part of YAML 1.2 that a person edits: scalars, sequences and mappings with text keys, in one
/// document. Anchors, aliases, tags and directives are refused, since each makes a value mean something that
/// does not stand where it is used.
public struct YAMLDocument: Hashable, Sendable {
    /// The file's name as messages tell it.
    public let file: String
    /// The value of the document; an empty mapping when the file holds nothing but comments.
    public let root: YAMLNode

    /// Reads a file's bytes; throws everything that is wrong with its form at once.
    public init(_ text: [UInt8], file: String, limits: YAMLLimits = .standard) throws(YAMLProblems) {
        var builder = YAMLTreeBuilder(file: file, limits: limits)
        self.file = file
        self.root = try builder.build(text)
    }

    /// Reads text, as `init(_:file:limits:)` does.
    public init(_ text: String, file: String, limits: YAMLLimits = .standard) throws(YAMLProblems) {
        try self.init(Array(text.utf8), file: file, limits: limits)
    }
}
