/// A whole response. RFC 9112 §4
///
/// Content-Length, Transfer-Encoding and Connection are written by the connection that sends it: an
/// application sets none of them, but for `Connection: close` to have the connection end.
public struct HTTPResponse: Hashable, Sendable {
    public var status: HTTPStatus
    public var headers: HTTPHeaders
    public var body: [UInt8]

    public init(_ status: HTTPStatus, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response with text in it.
    public init(_ status: HTTPStatus, text: String, contentType: String = "text/plain; charset=utf-8") {
        self.init(status, headers: ["Content-Type": contentType], body: Array(text.utf8))
    }
}
