/// Where a server takes connections.
public struct HTTPListener: Sendable {
    public let socket: StreamListener
    /// Whether its connections are encrypted.
    public let isTLS: Bool

    public init(_ socket: StreamListener, isTLS: Bool = false) {
        self.socket = socket
        self.isTLS = isTLS
    }
}
