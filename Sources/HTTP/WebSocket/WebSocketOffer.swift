internal import Cryptography

/// What a client asks for that wants a WebSocket. RFC 6455 §4.2.1
public struct WebSocketOffer: Hashable, Sendable {
    /// The subprotocols it can speak, the most wanted first.
    public let subprotocols: [String]
    /// What proves that we have read its key.
    let acceptance: String

    /// Reads the handshake of a request; throws the answer to one that is none.
    public init(_ request: HTTPRequest) throws(HTTPRefusal) {
        guard request.method == .get, request.version == .http11, request.body.isEmpty else {
            throw .noOpening
        }
        try self.init(request.headers)
    }

    init(_ head: RequestHead) throws(HTTPRefusal) {
        guard head.line.method == .get, head.line.version == .http11, head.framing == .none else {
            throw .noOpening
        }
        try self.init(head.headers)
    }

    private init(_ headers: HTTPHeaders) throws(HTTPRefusal) {
        guard headers.hasToken("websocket", in: "Upgrade"), headers.hasToken("upgrade", in: "Connection")
        else {
            throw HTTPRefusal(
                .upgradeRequired,
                "a WebSocket is spoken here",
                headers: ["Upgrade": "websocket"]
            )
        }
        guard headers.values("Sec-WebSocket-Version") == ["13"] else {
            throw HTTPRefusal(
                .upgradeRequired,
                "version 13 of the WebSocket protocol is spoken here",
                headers: ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"]
            )
        }
        let keys = headers.values("Sec-WebSocket-Key")
        guard keys.count == 1, Base64.decode(keys[0])?.count == 16 else {
            throw .malformed("Sec-WebSocket-Key is not the base64 of 16 bytes")
        }
        acceptance = WebSocketKey.acceptance(of: keys[0])
        subprotocols = headers.list("Sec-WebSocket-Protocol")
    }
}

extension HTTPRefusal {
    fileprivate static let noOpening = HTTPRefusal(
        .badRequest,
        "a WebSocket begins with a GET of HTTP/1.1 without content"
    )
}

extension HTTPRequest {
    /// Whether the client wants a WebSocket, rightly or wrongly asked for.
    public var wantsWebSocket: Bool { headers.hasToken("websocket", in: "Upgrade") }
}
