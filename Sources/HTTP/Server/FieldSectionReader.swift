/// Reads field lines up to the empty line behind them: a header or a trailer section. RFC 9112 §5
struct FieldSectionReader: Sendable {
    private let byteLimit: Int
    private let countLimit: Int
    private var lines = LineReader()
    private var byteCount = 0
    private var fields: [HTTPHeaders.Field] = []

    init(byteLimit: Int, countLimit: Int) {
        self.byteLimit = byteLimit
        self.countLimit = countLimit
    }

    /// The whole section; nil when more input is needed.
    mutating func next(from input: inout ByteBuffer) throws(HTTPRefusal) -> HTTPHeaders? {
        while let line = try nextLine(from: &input) {
            if line.isEmpty { return HTTPHeaders(fields) }
            byteCount += line.count
            guard fields.count < countLimit else {
                throw HTTPRefusal(.requestHeaderFieldsTooLarge, "more than \(countLimit) field lines")
            }
            fields.append(try Self.field(line))
        }
        return nil
    }

    private mutating func nextLine(from input: inout ByteBuffer) throws(HTTPRefusal) -> ArraySlice<UInt8>? {
        do throws(LineReader.Problem) {
            return try lines.next(from: &input, limit: byteLimit - byteCount)
        } catch .tooLong {
            throw HTTPRefusal(.requestHeaderFieldsTooLarge, "more than \(byteLimit) bytes of field lines")
        } catch {
            throw error.refusal(in: "a field line")
        }
    }

    private static func field(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> HTTPHeaders.Field {
        if let first = line.first, FieldSyntax.isWhitespace(first) {
            throw .malformed("a field line begins with white space (obsolete folding)")
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw .malformed("a field line without a colon")
        }
        let name = line[..<colon]
        guard FieldSyntax.isToken(name) else {
            throw .malformed("a field name that is no token, or white space before the colon")
        }
        guard let value = String(validating: FieldSyntax.trimmed(line[(colon + 1)...]), as: UTF8.self) else {
            throw .malformed("a field value that is not UTF-8")
        }
        return HTTPHeaders.Field(String(decoding: name, as: UTF8.self), value)
    }
}

extension LineReader.Problem {
    /// The answer to a request with such a line.
    func refusal(in place: String) -> HTTPRefusal {
        switch self {
        case .tooLong: .malformed("\(place) is too long")
        case .bareCarriageReturn: .malformed("a CR without LF in \(place)")
        case .bareLineFeed: .malformed("a LF without CR in \(place)")
        case .controlCharacter: .malformed("a control character in \(place)")
        }
    }
}
