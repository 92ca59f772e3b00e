/// Reads a server's answer to a WebSocket handshake: 101, or a response that refuses. RFC 6455 §4.1
struct UpgradeReader: Sendable {
    enum Answer: Hashable, Sendable {
        case opened(subprotocol: String?, HTTPHeaders)
        case refused(HTTPResponse)
    }

    private enum Rest: Sendable {
        case framed(BodyReader)
        /// Up to the end of the stream.
        case toTheEnd([UInt8])
    }

    private let acceptance: String
    private let subprotocols: [String]
    private let limits: HTTPLimits
    private var head: ResponseHeadReader
    private var refusal: (status: HTTPStatus, headers: HTTPHeaders)?
    private var rest = Rest.toTheEnd([])

    init(key: String, subprotocols: [String], bodyLimit: Int) {
        acceptance = WebSocketKey.acceptance(of: key)
        self.subprotocols = subprotocols
        var limits = HTTPLimits()
        limits.bodyBytes = bodyLimit
        self.limits = limits
        head = ResponseHeadReader(limits: limits)
    }

    /// The answer; nil when more input is needed.
    mutating func next(from input: inout ByteBuffer, isAtEnd: Bool) throws(HTTPRefusal) -> Answer? {
        while refusal == nil {
            guard let (status, headers) = try head.next(from: &input) else { return nil }
            head = ResponseHeadReader(limits: limits)
            if status == .switchingProtocols { return try opened(headers) }
            // Other responses with 1xx come in front of the one that counts.
            guard !status.isInformational else { continue }
            refusal = (status, headers)
            rest = Self.rest(headers, limits)
        }
        return try refused(from: &input, isAtEnd: isAtEnd)
    }

    private func opened(_ headers: HTTPHeaders) throws(HTTPRefusal) -> Answer {
        guard headers.hasToken("websocket", in: "Upgrade"), headers.hasToken("upgrade", in: "Connection")
        else {
            throw .malformed("the server switches to another protocol")
        }
        guard headers.values("Sec-WebSocket-Accept") == [acceptance] else {
            throw .malformed("Sec-WebSocket-Accept does not answer our key")
        }
        guard headers.list("Sec-WebSocket-Extensions").isEmpty else {
            throw .malformed("the server chose an extension that was not offered")
        }
        let chosen = headers.list("Sec-WebSocket-Protocol")
        guard chosen.count <= 1, chosen.allSatisfy(subprotocols.contains) else {
            throw .malformed("the server chose a subprotocol that was not offered")
        }
        return .opened(subprotocol: chosen.first, headers)
    }

    private static func rest(_ headers: HTTPHeaders, _ limits: HTTPLimits) -> Rest {
        guard headers["Content-Length"] != nil || headers["Transfer-Encoding"] != nil,
            let framing = try? BodyFraming(headers, .http11, limit: limits.bodyBytes)
        else { return .toTheEnd([]) }
        return .framed(BodyReader(framing, limits: limits))
    }

    private mutating func refused(from input: inout ByteBuffer, isAtEnd: Bool) throws(HTTPRefusal) -> Answer?
    {
        guard let refusal else { return nil }
        let body: [UInt8]?
        switch rest {
        case .framed(var reader):
            let whole = try reader.next(from: &input)
            rest = .framed(reader)
            body = whole ?? (isAtEnd ? reader.body : nil)
        case .toTheEnd(var bytes):
            bytes += input.take(limits.bodyBytes - bytes.count)
            rest = .toTheEnd(bytes)
            body = isAtEnd || bytes.count == limits.bodyBytes ? bytes : nil
        }
        return body.map { .refused(HTTPResponse(refusal.status, headers: refusal.headers, body: $0)) }
    }
}
