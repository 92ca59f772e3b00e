/// A whole request. RFC 9112 §3
public struct HTTPRequest: Hashable, Sendable {
    public var method: HTTPMethod
    public var target: HTTPTarget
    public var version: HTTPVersion
    public var headers: HTTPHeaders
    /// The content, transfer codings removed.
    public var body: [UInt8]

    public init(
        _ method: HTTPMethod,
        _ target: HTTPTarget,
        version: HTTPVersion = .http11,
        headers: HTTPHeaders = [:],
        body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers
        self.body = body
    }
}
