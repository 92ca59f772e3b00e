public import SansIO

/// A response and the way it has to take.
public struct BindingReply: Hashable, Sendable {
    public var bytes: [UInt8]
    /// The server's address and port that it must leave from.
    public var source: Endpoint
    /// Where it goes: the client, or another port of it.
    public var destination: Endpoint
}
