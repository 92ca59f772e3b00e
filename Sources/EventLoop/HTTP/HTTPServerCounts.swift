/// What an HTTP server has seen since it began.
public struct HTTPServerCounts: Hashable, Sendable {
    /// Connections at present, WebSockets included.
    public var connections = 0
    /// WebSockets at present.
    public var webSockets = 0
    /// Connections taken.
    public var accepted: UInt64 = 0
    /// Connections closed at once, since there were too many.
    public var turnedAway: UInt64 = 0
    /// Requests handed to the handler.
    public var requests: UInt64 = 0
    /// Requests refused as malformed, too large or too slow.
    public var refused: UInt64 = 0
    /// Connections given up since the client did not read.
    public var slowReaders: UInt64 = 0

    public init() {}
}
