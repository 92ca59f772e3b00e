/// A frame that must not come: the connection is failed with this code. RFC 6455 §7.1.7
struct WebSocketViolation: Error, Hashable, Sendable {
    let code: WebSocketCloseCode
    let detail: String

    static func malformed(_ detail: String) -> WebSocketViolation {
        WebSocketViolation(code: .protocolError, detail: detail)
    }
}
