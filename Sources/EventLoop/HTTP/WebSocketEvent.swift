public import HTTP

/// What happens to a WebSocket of a server.
public enum WebSocketEvent: Hashable, Sendable {
    /// It is open: messages can be sent.
    case opened
    case message(WebSocketMessage)
    /// It is over; the last event.
    case closed(WebSocketClosure)
}
