public import HTTP

/// What a handler makes of a request.
public enum HTTPAnswer: Sendable {
    case response(HTTPResponse)
    /// The WebSocket that the request asks for; one that does not ask rightly is answered 400 or 426.
    case webSocket(WebSocketAcceptance)
    /// The answer comes later: the closure is called at once, and hands the ticket to whoever will answer.
    case later(@Sendable (HTTPTicket) -> Void)
}
