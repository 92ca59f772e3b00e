public import HTTP

/// How a server takes part in a WebSocket.
public struct WebSocketAcceptance: Sendable {
    /// Called on the server's thread, with one event after the other; it must not wait.
    public typealias Handler = @Sendable (WebSocketSession, WebSocketEvent) -> Void

    /// The subprotocol that is spoken; it is told if the client has offered it.
    public var subprotocol: String?
    /// Fields to add to the answer.
    public var headers: HTTPHeaders
    public var handler: Handler

    public init(subprotocol: String? = nil, headers: HTTPHeaders = [:], handler: @escaping Handler) {
        self.subprotocol = subprotocol
        self.headers = headers
        self.handler = handler
    }
}
