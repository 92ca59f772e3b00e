public import SansIO

/// Who a request came from: its 5-tuple, and the driver's own name for the socket it came in by.
///
/// Two values with the same 5-tuple are the same client; the socket only tells the driver where to answer.
public struct Client: FlatTableKey, Hashable, Sendable {
    public var tuple: FiveTuple
    /// Chosen by the driver: a listening socket for UDP, a connection for TCP and TLS.
    public var socket: UInt64

    public init(_ tuple: FiveTuple, socket: UInt64) {
        self.tuple = tuple
        self.socket = socket
    }

    @inlinable public var flatHash: UInt64 { tuple.flatHash }

    @inlinable public static func == (left: Client, right: Client) -> Bool {
        left.tuple == right.tuple
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(tuple)
    }

    /// Whether messages to this client are framed by a byte stream.
    public var isStream: Bool { tuple.transport != .udp }
}
