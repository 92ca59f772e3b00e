/// Header fields in the order they came, names compared without regard to case. RFC 9110 §5
public struct HTTPHeaders: Hashable, Sendable {
    /// One field line.
    public struct Field: Hashable, Sendable {
        /// As it was written; `Content-Type` and `content-type` name the same field.
        public let name: String
        /// Without the white space around it.
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public private(set) var fields: [Field]

    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// The number of field lines.
    public var count: Int { fields.count }
    public var isEmpty: Bool { fields.isEmpty }

    /// Adds a field line behind those of the same name.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name, value))
    }

    /// Sets the field to one line, in place of all it had.
    public mutating func set(_ name: String, _ value: String) {
        remove(name)
        append(name, value)
    }

    /// Removes all lines of the field.
    public mutating func remove(_ name: String) {
        fields.removeAll { FieldSyntax.isSameName($0.name, name) }
    }

    /// The values of all lines of the field.
    public func values(_ name: String) -> [String] {
        fields.filter { FieldSyntax.isSameName($0.name, name) }.map(\.value)
    }

    /// The value of the field's first line; nil when there is none.
    public subscript(name: String) -> String? {
        fields.first { FieldSyntax.isSameName($0.name, name) }?.value
    }

    /// The members of a comma-separated list over all lines of the field, empty ones left out. RFC 9110 §5.6.1
    ///
    /// For fields whose members hold no quoted commas: Connection, Upgrade, Transfer-Encoding and the like.
    public func list(_ name: String) -> [String] {
        values(name).flatMap { value in
            Array(value.utf8).split(separator: UInt8(ascii: ","))
                .map { String(decoding: FieldSyntax.trimmed($0), as: UTF8.self) }
                .filter { !$0.isEmpty }
        }
    }

    /// Whether a member of the field's list is `token`, without regard to case.
    public func hasToken(_ token: String, in name: String) -> Bool {
        list(name).contains { FieldSyntax.isSameName($0, token) }
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Field($0, $1) })
    }
}
