/// Which of the two versions a message is to be taken for. RFC 9112 §2.3
public enum HTTPVersion: Hashable, Sendable {
    /// HTTP/1.0: closes unless asked not to, knows no chunks.
    case http10
    /// HTTP/1.1, and any later minor version.
    case http11
}
