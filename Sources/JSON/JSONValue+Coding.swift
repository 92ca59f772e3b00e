import FoundationEssentials

extension JSONValue {
    /// A value from text in UTF-8 that is JSON and nothing else.
    ///
    /// Foundation's parser is lenient in one point: a comma may stand after the last element of an array.
    public init(decoding bytes: some Sequence<UInt8>) throws(JSONError) {
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch {
            throw JSONError(error)
        }
    }
}

extension JSONValue: Codable {
    /// Tries the kinds in turn: the decoder does not tell which one stands there.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Name.self) {
            var members: [String: JSONValue] = [:]
            for name in container.allKeys {
                members[name.stringValue] = try container.decode(JSONValue.self, forKey: name)
            }
            self = .object(members)
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            self = try Self.single(try decoder.singleValueContainer())
        }
    }

    private static func single(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(String.self) { return .string(value) }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(Int64.self) { return .integer(value) }
        return .number(try container.decode(Double.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
