/// Writes a response as a client reads it. RFC 9112 §4
struct ResponseEncoder {
    /// Whether it answers HEAD: the header section as for GET, and no content.
    var answersHead = false
    /// What the connection does behind the response.
    var closes = false
    /// The version of the request: HTTP/1.0 clients have to be told that the connection stays open.
    var version = HTTPVersion.http11

    func encode(_ response: HTTPResponse) -> [UInt8] {
        // An application cannot answer with a status that has another response behind it.
        let status = (200..<600).contains(response.status.code) ? response.status : .internalServerError
        var bytes = Self.statusLine(status)
        for field in response.headers.fields where !Self.isOurs(field.name) { Self.append(field, to: &bytes) }
        if !status.forbidsContent {
            Self.append(HTTPHeaders.Field("Content-Length", "\(response.body.count)"), to: &bytes)
        }
        if closes {
            Self.append(HTTPHeaders.Field("Connection", "close"), to: &bytes)
        } else if version == .http10 {
            Self.append(HTTPHeaders.Field("Connection", "keep-alive"), to: &bytes)
        }
        bytes += "\r\n".utf8
        if !answersHead, !status.forbidsContent { bytes += response.body }
        return bytes
    }

    /// The status line and the fields, with the empty line behind them: for 100 and 101.
    static func encode(_ status: HTTPStatus, _ headers: HTTPHeaders) -> [UInt8] {
        var bytes = statusLine(status)
        for field in headers.fields { append(field, to: &bytes) }
        return bytes + Array("\r\n".utf8)
    }

    private static func statusLine(_ status: HTTPStatus) -> [UInt8] {
        Array("HTTP/1.1 \(status.code) \(status.reason)\r\n".utf8)
    }

    private static func isOurs(_ name: String) -> Bool {
        ["Content-Length", "Transfer-Encoding", "Connection"].contains { FieldSyntax.isSameName($0, name) }
    }

    /// Writes a field line.
    ///
    /// A line end in a value would let whoever chose the value write further fields: control characters become
    /// spaces (RFC 9110 §5.5), and a field whose name is no token is left out.
    static func append(_ field: HTTPHeaders.Field, to bytes: inout [UInt8]) {
        guard FieldSyntax.isToken(field.name.utf8) else { return }
        bytes += field.name.utf8
        bytes += ": ".utf8
        bytes += field.value.utf8.map { FieldSyntax.isValueByte($0) ? $0 : 0x20 }
        bytes += "\r\n".utf8
    }
}
