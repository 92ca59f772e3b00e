/// Reads the head of one request as it comes.
struct RequestHeadReader: Sendable {
    private let limits: HTTPLimits
    private var lines = LineReader()
    private var fields: FieldSectionReader
    private var hasSkippedEmptyLine = false
    /// The request line, as soon as it was read.
    private(set) var line: RequestLine?

    init(limits: HTTPLimits) {
        self.limits = limits
        fields = FieldSectionReader(byteLimit: limits.headerBytes, countLimit: limits.headerCount)
    }

    /// The whole head; nil when more input is needed.
    mutating func next(from input: inout ByteBuffer) throws(HTTPRefusal) -> RequestHead? {
        while line == nil {
            guard let bytes = try nextLine(from: &input) else { return nil }
            // One empty line is passed over: old clients send one behind their content (RFC 9112 §2.2).
            if bytes.isEmpty, !hasSkippedEmptyLine {
                hasSkippedEmptyLine = true
            } else {
                line = try RequestLine(bytes)
            }
        }
        guard let line, let headers = try fields.next(from: &input) else { return nil }
        return try RequestHead(line, headers, bodyLimit: limits.bodyBytes)
    }

    private mutating func nextLine(from input: inout ByteBuffer) throws(HTTPRefusal) -> ArraySlice<UInt8>? {
        do throws(LineReader.Problem) {
            return try lines.next(from: &input, limit: limits.requestLineBytes)
        } catch .tooLong {
            throw HTTPRefusal(.uriTooLong, "more than \(limits.requestLineBytes) bytes in the request line")
        } catch {
            throw error.refusal(in: "the request line")
        }
    }
}
