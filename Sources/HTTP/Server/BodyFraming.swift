/// How a request tells the length of its content. RFC 9112 §6
///
/// Where two readings are possible the request is refused: a proxy in front that takes the other one would see
/// other requests than we do ("request smuggling", RFC 9112 §11.2).
enum BodyFraming: Hashable, Sendable {
    /// No content.
    case none
    /// This many bytes, at least one.
    case length(Int)
    case chunked

    init(_ headers: HTTPHeaders, _ version: HTTPVersion, limit: Int) throws(HTTPRefusal) {
        let lengths = headers.values("Content-Length")
        guard headers.values("Transfer-Encoding").isEmpty else {
            guard lengths.isEmpty else { throw .malformed("both Content-Length and Transfer-Encoding") }
            guard version == .http11 else { throw .malformed("Transfer-Encoding in HTTP/1.0") }
            try Self.requireChunked(headers)
            self = .chunked
            return
        }
        guard let text = lengths.first else {
            self = .none
            return
        }
        guard lengths.count == 1 else { throw .malformed("\(lengths.count) Content-Length fields") }
        let length = try Self.length(text)
        guard length <= limit else {
            throw HTTPRefusal(.contentTooLarge, "more than \(limit) bytes of content")
        }
        self = length == 0 ? .none : .length(length)
    }

    /// The one coding understood is chunked, which has to be the last and must not be applied twice.
    private static func requireChunked(_ headers: HTTPHeaders) throws(HTTPRefusal) {
        let codings = headers.list("Transfer-Encoding")
        let chunked = codings.filter { FieldSyntax.isSameName($0, "chunked") }
        guard chunked.count == 1, let last = codings.last, FieldSyntax.isSameName(last, "chunked") else {
            throw .malformed("the transfer codings do not end in one chunked")
        }
        guard codings.count == 1 else {
            throw HTTPRefusal(.notImplemented, "a transfer coding besides chunked")
        }
    }

    /// Digits and nothing else; held at the end of Int.
    private static func length(_ text: String) throws(HTTPRefusal) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { throw .malformed("Content-Length is no number") }
        return Int(text) ?? .max
    }
}
