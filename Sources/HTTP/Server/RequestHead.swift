/// Request line and header section of a request that may be served. RFC 9112 §3, §5, §6
struct RequestHead: Hashable, Sendable {
    let line: RequestLine
    let headers: HTTPHeaders
    let framing: BodyFraming
    /// Whether the client waits for 100 (Continue) before it sends the content. RFC 9110 §10.1.1
    let expectsContinue: Bool
    /// Whether the connection stays open behind the answer. RFC 9112 §9.3
    let isPersistent: Bool

    init(_ line: RequestLine, _ headers: HTTPHeaders, bodyLimit: Int) throws(HTTPRefusal) {
        try Self.requireHost(line, headers)
        self.line = line
        self.headers = headers
        framing = try BodyFraming(headers, line.version, limit: bodyLimit)
        expectsContinue = try Self.expectsContinue(line, headers) && framing != .none
        isPersistent =
            switch line.version {
            case .http11: !headers.hasToken("close", in: "Connection")
            case .http10:
                headers.hasToken("keep-alive", in: "Connection")
                    && !headers.hasToken("close", in: "Connection")
            }
    }

    /// One Host field that names a host; HTTP/1.0 may leave it out. RFC 9112 §3.2
    private static func requireHost(_ line: RequestLine, _ headers: HTTPHeaders) throws(HTTPRefusal) {
        let hosts = headers.values("Host")
        if hosts.isEmpty, line.version == .http10 { return }
        guard hosts.count == 1 else { throw .malformed("\(hosts.count) Host fields instead of one") }
        guard HostField.isValid(hosts[0][...]) else { throw .malformed("the Host field names no host") }
    }

    private static func expectsContinue(
        _ line: RequestLine,
        _ headers: HTTPHeaders
    ) throws(HTTPRefusal) -> Bool {
        let expectations = headers.list("Expect")
        guard line.version == .http11, !expectations.isEmpty else { return false }
        guard expectations.allSatisfy({ FieldSyntax.isSameName($0, "100-continue") }) else {
            throw HTTPRefusal(.expectationFailed, "100-continue is the one expectation that is met")
        }
        return true
    }

    func request(body: [UInt8]) -> HTTPRequest {
        HTTPRequest(line.method, line.target, version: line.version, headers: headers, body: body)
    }
}
