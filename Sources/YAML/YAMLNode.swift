/// One value of a YAML file together with the place where it begins.
public struct YAMLNode: Hashable, Sendable {
    /// The three kinds of value that YAML knows.
    public enum Content: Hashable, Sendable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        case mapping([YAMLEntry])
    }

    public var content: Content
    public var position: YAMLPosition

    public init(_ content: Content, at position: YAMLPosition) {
        self.content = content
        self.position = position
    }

    /// The text of a scalar that is not null; nil for everything else.
    public var text: String? {
        guard case .scalar(let scalar) = content, !scalar.isNull else { return nil }
        return scalar.text
    }

    /// Whether nothing was written, or `null`, or `~`.
    public var isNull: Bool {
        guard case .scalar(let scalar) = content else { return false }
        return scalar.isNull
    }

    /// What stands here, as an error message puts it after "got".
    public var summary: String {
        switch content {
        case .scalar(let scalar): scalar.isNull ? "nothing" : quoted(scalar.text)
        case .sequence(let items): items.count == 1 ? "a list of 1" : "a list of \(items.count)"
        case .mapping(let entries):
            entries.count == 1 ? "a mapping of 1 key" : "a mapping of \(entries.count) keys"
        }
    }
}
