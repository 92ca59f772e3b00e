import CYAML

/// libyaml's event parser over bytes in memory: the only place that holds its structures.
struct YAMLEvents: ~Copyable {
    /// What libyaml found, with its strings copied out.
    struct Event {
        enum Kind {
            case streamEnd
            case documentStart(hasDirective: Bool)
            case alias(String)
            case scalar(YAMLScalar)
            case sequenceStart, sequenceEnd
            case mappingStart, mappingEnd
            /// Marks that carry nothing for us.
            case other
        }

        var kind: Kind
        var anchor: String?
        var tag: String?
        var position: YAMLPosition
    }

    /// What libyaml says about text that is not YAML.
    struct SyntaxError: Error {
        var message: String
        var position: YAMLPosition
    }

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    init(_ text: [UInt8]) {
        input = .allocate(capacity: text.count)
        _ = input.initialize(from: text)
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        precondition(yaml_parser_initialize(parser) == 1, "out of memory")
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    /// The next event; after `.streamEnd` or an error nothing may be asked any more.
    mutating func next() throws(SyntaxError) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
        defer { yaml_event_delete(&event) }
        return Self.copy(event)
    }

    private static func copy(_ event: yaml_event_t) -> Event {
        let position = YAMLPosition(event.start_mark)
        func text(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
            pointer.map { String(cString: $0) }
        }
        switch event.type {
        case YAML_STREAM_END_EVENT:
            return Event(kind: .streamEnd, position: position)
        case YAML_DOCUMENT_START_EVENT:
            let data = event.data.document_start
            let hasDirective =
                data.version_directive != nil || data.tag_directives.start != data.tag_directives.end
            return Event(kind: .documentStart(hasDirective: hasDirective), position: position)
        case YAML_ALIAS_EVENT:
            return Event(kind: .alias(text(event.data.alias.anchor) ?? ""), position: position)
        case YAML_SCALAR_EVENT:
            let data = event.data.scalar
            let bytes = UnsafeBufferPointer(start: data.value, count: data.length)
            let scalar = YAMLScalar(
                String(decoding: bytes, as: UTF8.self),
                isPlain: data.style == YAML_PLAIN_SCALAR_STYLE
            )
            return Event(
                kind: .scalar(scalar),
                anchor: text(data.anchor),
                tag: text(data.tag),
                position: position
            )
        case YAML_SEQUENCE_START_EVENT:
            let data = event.data.sequence_start
            return Event(
                kind: .sequenceStart,
                anchor: text(data.anchor),
                tag: text(data.tag),
                position: position
            )
        case YAML_MAPPING_START_EVENT:
            let data = event.data.mapping_start
            return Event(
                kind: .mappingStart,
                anchor: text(data.anchor),
                tag: text(data.tag),
                position: position
            )
        case YAML_SEQUENCE_END_EVENT: return Event(kind: .sequenceEnd, position: position)
        case YAML_MAPPING_END_EVENT: return Event(kind: .mappingEnd, position: position)
        default: return Event(kind: .other, position: position)
        }
    }

    private func syntaxError() -> SyntaxError {
        let failed = parser.pointee
        let problem = failed.problem.map { String(cString: $0) } ?? "cannot be read"
        if failed.error == YAML_READER_ERROR {
            return SyntaxError(
                message: "not UTF-8 text that YAML allows: \(problem)",
                position: position(ofByte: failed.problem_offset)
            )
        }
        let context = failed.context.map { " \(String(cString: $0))" } ?? ""
        return SyntaxError(
            message: "not YAML: \(problem)\(context)\(Self.hint(for: problem))",
            position: YAMLPosition(failed.problem_mark)
        )
    }

    /// What libyaml's words for a value such as `[::1]` or `@x` do not say.
    private static func hint(for problem: String) -> String {
        let words = ["did not find expected node content", "found character that cannot start any token"]
        return words.contains(problem) ? " (a value that begins with a sign needs quotes)" : ""
    }

    /// libyaml tells only the offset of a byte that it cannot read.
    private func position(ofByte offset: Int) -> YAMLPosition {
        let before = input.prefix(min(max(offset, 0), input.count))
        let line = before.count { $0 == UInt8(ascii: "\n") }
        let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
        return YAMLPosition(line: line + 1, column: column + 1)
    }
}

extension YAMLPosition {
    init(_ mark: yaml_mark_t) {
        self.init(line: mark.line + 1, column: mark.column + 1)
    }
}
