public import HTTP

/// What an HTTP server allows.
public struct HTTPServerSettings: Sendable {
    /// What one connection may cost.
    public var limits = HTTPLimits()
    /// What one WebSocket may cost.
    public var webSocketLimits = WebSocketLimits()
    /// Connections at once.
    public var connections = 4_096
    /// Connections at once from one IPv4 address, or from one IPv6 /64.
    public var connectionsPerSource = 128

    public init() {}
}
