/// Reads the content of one message.
struct BodyReader: Sendable {
    private enum Form: Sendable {
        /// This many bytes are missing.
        case length(Int)
        case chunked(ChunkedBodyReader)
    }

    private var form: Form
    private(set) var body: [UInt8] = []

    init(_ framing: BodyFraming, limits: HTTPLimits) {
        form =
            switch framing {
            case .none: .length(0)
            case .length(let count): .length(count)
            case .chunked: .chunked(ChunkedBodyReader(limits: limits))
            }
    }

    /// The whole content; nil when more input is needed.
    mutating func next(from input: inout ByteBuffer) throws(HTTPRefusal) -> [UInt8]? {
        switch form {
        case .length(let missing):
            let bytes = input.take(missing)
            body.append(contentsOf: bytes)
            form = .length(missing - bytes.count)
            return missing == bytes.count ? body : nil
        case .chunked(var reader):
            defer { form = .chunked(reader) }
            return try reader.next(from: &input, into: &body) ? body : nil
        }
    }
}
