/// How a WebSocket ended.
public struct WebSocketClosure: Hashable, Sendable, CustomStringConvertible {
    /// What the peer's Close frame told, or why we failed the connection; `.abnormal` when it broke.
    public let code: WebSocketCloseCode
    /// The words that came with the code, or ours.
    public let reason: String
    /// Whether both sides have said Close.
    public let isClean: Bool

    public init(code: WebSocketCloseCode, reason: String, isClean: Bool) {
        self.code = code
        self.reason = reason
        self.isClean = isClean
    }

    public var description: String { reason.isEmpty ? "\(code)" : "\(code) \(reason)" }
}
