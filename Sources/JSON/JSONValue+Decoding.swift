private import CJansson

extension JSONValue {
    /// A value from text in UTF-8 that is JSON and nothing else.
    ///
    /// Strict, so that no two readers understand a text differently: an object with two members of one name is
    /// refused. The time is linear in the length, whatever the text; nesting is bounded by the library (2,048).
    public init(decoding bytes: some Sequence<UInt8>) throws(JSONError) {
        let bytes = Array(bytes)
        // NUL may stand in a string, as \u0000.
        let flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL
        var failure = json_error_t()
        let value = bytes.withUnsafeBytes { memory in
            json_loadb(memory.baseAddress, memory.count, Int(flags), &failure)
        }
        guard let value = value else { throw JSONError(failure) }
        defer { cjansson_release(value) }
        self.init(value)
    }

    private init(_ value: UnsafeMutablePointer<json_t>) {
        switch cjansson_type(value) {
        case JSON_OBJECT: self = .object(Self.members(value))
        case JSON_ARRAY:
            self = .array(
                (0..<json_array_size(value)).compactMap { index in
                    json_array_get(value, index).map { JSONValue($0) }
                }
            )
        case JSON_STRING:
            let text = UnsafeRawBufferPointer(
                start: json_string_value(value),
                count: json_string_length(value)
            )
            self = .string(String(decoding: text, as: UTF8.self))
        case JSON_INTEGER: self = .integer(Int64(json_integer_value(value)))
        case JSON_REAL: self = .number(json_real_value(value))
        case JSON_TRUE: self = .bool(true)
        case JSON_FALSE: self = .bool(false)
        default: self = .null
        }
    }

    private static func members(_ object: UnsafeMutablePointer<json_t>) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        var place = json_object_iter(object)
        while let member = place {
            if let name = json_object_iter_key(member),
                let value = json_object_iter_value(member)
            {
                members[String(cString: name)] = JSONValue(value)
            }
            place = json_object_iter_next(object, member)
        }
        return members
    }
}
