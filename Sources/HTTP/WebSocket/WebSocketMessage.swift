/// A whole message, its fragments joined. RFC 6455 §5.6
public enum WebSocketMessage: Hashable, Sendable {
    case text(String)
    case binary([UInt8])
}
