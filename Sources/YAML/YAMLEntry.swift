/// One `key: value` of a mapping; mappings keep the order of the file.
public struct YAMLEntry: Hashable, Sendable {
    public var key: String
    public var keyPosition: YAMLPosition
    public var value: YAMLNode

    public init(key: String, keyPosition: YAMLPosition, value: YAMLNode) {
        self.key = key
        self.keyPosition = keyPosition
        self.value = value
    }
}
