public import SansIO

/// Who sent a request.
public struct HTTPPeer: Hashable, Sendable {
    /// The other end of the connection: a proxy's, where one stands in front.
    public let endpoint: Endpoint
    /// Whether the connection is encrypted.
    public let isTLS: Bool

    public init(endpoint: Endpoint, isTLS: Bool) {
        self.endpoint = endpoint
        self.isTLS = isTLS
    }
}
