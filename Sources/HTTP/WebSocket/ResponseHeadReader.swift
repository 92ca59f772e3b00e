/// Reads the status line and the header section of a response. RFC 9112 §4
struct ResponseHeadReader: Sendable {
    private let limits: HTTPLimits
    private var lines = LineReader()
    private var fields: FieldSectionReader
    private var status: HTTPStatus?

    init(limits: HTTPLimits) {
        self.limits = limits
        fields = FieldSectionReader(byteLimit: limits.headerBytes, countLimit: limits.headerCount)
    }

    /// Status and header fields; nil when more input is needed.
    mutating func next(
        from input: inout ByteBuffer
    ) throws(HTTPRefusal) -> (status: HTTPStatus, headers: HTTPHeaders)? {
        if status == nil {
            let line: ArraySlice<UInt8>?
            do throws(LineReader.Problem) {
                line = try lines.next(from: &input, limit: limits.requestLineBytes)
            } catch {
                throw error.refusal(in: "the status line")
            }
            guard let line else { return nil }
            status = try Self.status(Array(line))
        }
        guard let status, let headers = try fields.next(from: &input) else { return nil }
        return (status, headers)
    }

    /// `HTTP/1.1 101 Switching Protocols`; the phrase may be missing.
    private static func status(_ line: [UInt8]) throws(HTTPRefusal) -> HTTPStatus {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard line.count >= 12, line.starts(with: "HTTP/1.".utf8), digits.contains(line[7]), line[8] == 0x20,
            line[9...11].allSatisfy(digits.contains), line.count == 12 || line[12] == 0x20
        else { throw .malformed("the answer does not begin with a status line of HTTP/1.1") }
        return HTTPStatus(line[9...11].reduce(0) { $0 * 10 + Int($1 - digits.lowerBound) })
    }
}
