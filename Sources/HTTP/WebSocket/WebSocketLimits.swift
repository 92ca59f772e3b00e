/// What one peer may cost, in bytes and in time.
public struct WebSocketLimits: Hashable, Sendable {
    /// Bytes of one message, all fragments together; more are answered by close code 1009.
    public var messageBytes = 1_048_576
    /// Bytes that may wait for the peer before its frames are no longer read.
    public var heldBackBytes = 65_536
    /// Bytes that may wait for the peer before it is given up.
    public var outgoingBytes = 4_194_304
    /// Bytes of a response that refuses the upgrade.
    public var refusalBytes = 16_384

    /// From the client's begin to the answer.
    public var openingTimeout: Duration = .seconds(10)
    /// After this long without a byte from the peer it is sent a Ping; nil for never.
    public var pingInterval: Duration? = .seconds(30)
    /// How long it then has.
    public var pongTimeout: Duration = .seconds(20)
    /// For taking what is sent, or 16 KiB of it: see `OutgoingBytes`.
    public var writeTimeout: Duration = .seconds(20)
    /// For answering our Close.
    public var closeTimeout: Duration = .seconds(5)
    /// How long we wait for the peer's end of the stream after that.
    public var lingerTimeout: Duration = .seconds(2)

    public init() {}
}
