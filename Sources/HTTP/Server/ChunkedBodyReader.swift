/// Takes chunks apart. RFC 9112 §7.1
///
/// ```
/// size ──▶ data ──▶ data's end ──▶ size        a size of 0 ──▶ trailers ──▶ done
/// ```
///
/// Extensions are skipped, trailer fields are checked and left out (RFC 9110 §6.5.1 allows both), all within
/// limits.
struct ChunkedBodyReader: Sendable {
    private enum Phase: Sendable {
        case size
        case data(Int)
        /// The bytes of CR LF that are still to come.
        case dataEnd(ArraySlice<UInt8>)
        case trailers
    }

    private let limits: HTTPLimits
    private var phase = Phase.size
    private var lines = LineReader()
    private var trailers: FieldSectionReader
    private var extensionBytes = 0

    init(limits: HTTPLimits) {
        self.limits = limits
        trailers = FieldSectionReader(byteLimit: limits.headerBytes, countLimit: limits.headerCount)
    }

    /// Appends what has come to `body`; whether that was all.
    mutating func next(from input: inout ByteBuffer, into body: inout [UInt8]) throws(HTTPRefusal) -> Bool {
        while true {
            switch phase {
            case .size:
                guard let size = try nextSize(from: &input) else { return false }
                guard size <= limits.bodyBytes - body.count else {
                    throw HTTPRefusal(.contentTooLarge, "more than \(limits.bodyBytes) bytes of content")
                }
                phase = size == 0 ? .trailers : .data(size)
            case .data(let missing):
                let bytes = input.take(missing)
                body.append(contentsOf: bytes)
                phase = missing == bytes.count ? .dataEnd([0x0D, 0x0A]) : .data(missing - bytes.count)
                guard missing == bytes.count else { return false }
            case .dataEnd(let expected):
                guard let byte = expected.first else {
                    phase = .size
                    continue
                }
                guard let found = input.take(1).first else { return false }
                guard found == byte else { throw .malformed("a chunk is longer than its size") }
                phase = .dataEnd(expected.dropFirst())
            case .trailers:
                return try trailers.next(from: &input) != nil
            }
        }
    }

    private mutating func nextSize(from input: inout ByteBuffer) throws(HTTPRefusal) -> Int? {
        let line: ArraySlice<UInt8>?
        do throws(LineReader.Problem) {
            line = try lines.next(from: &input, limit: limits.chunkLineBytes)
        } catch {
            throw error.refusal(in: "the size of a chunk")
        }
        guard let line else { return nil }
        let digits = line.prefix { PercentEncoding.digit($0) != nil }
        // Sixteen digits fit; what does not fit into Int is beyond any limit.
        guard !digits.isEmpty, digits.count <= 16 else { throw .malformed("a chunk without a size") }
        let rest = FieldSyntax.trimmed(line.dropFirst(digits.count))
        guard rest.first == UInt8(ascii: ";") || digits.count == line.count else {
            throw .malformed("something other than an extension behind the size of a chunk")
        }
        extensionBytes += line.count - digits.count
        guard extensionBytes <= limits.chunkExtensionBytes else {
            throw .malformed("more than \(limits.chunkExtensionBytes) bytes of chunk extensions")
        }
        let size = digits.reduce(UInt64(0)) { $0 << 4 | UInt64(PercentEncoding.digit($1) ?? 0) }
        return Int(clamping: size)
    }
}
