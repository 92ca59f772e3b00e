/// What one client may cost a server, in bytes and in time.
public struct HTTPLimits: Hashable, Sendable {
    /// Bytes of a request line; more are answered 414.
    public var requestLineBytes = 8_192
    /// Bytes of all field lines of a request, and of its trailer section; more are answered 431.
    public var headerBytes = 16_384
    /// Field lines of a request, and of its trailer section; more are answered 431.
    public var headerCount = 100
    /// Bytes of a request's content; more are answered 413.
    public var bodyBytes = 1_048_576
    /// Bytes of the line in front of a chunk, extensions included.
    public var chunkLineBytes = 256
    /// Bytes of all chunk extensions of a request.
    public var chunkExtensionBytes = 4_096
    /// Bytes of answers that may wait for the client before its next request is looked at.
    public var outgoingBytes = 65_536

    /// From the connection's begin, or from a request's first byte, to the end of its header section; 408.
    public var headerTimeout: Duration = .seconds(10)
    /// From the end of the header section to the end of the content; 408.
    public var bodyTimeout: Duration = .seconds(30)
    /// For the application's answer; 503.
    public var answerTimeout: Duration = .seconds(30)
    /// Between requests.
    public var idleTimeout: Duration = .seconds(60)
    /// For taking an answer, or 16 KiB of it: see `OutgoingBytes`.
    public var writeTimeout: Duration = .seconds(20)
    /// How long a client may go on sending after our end of the stream, lest it lose our last answer.
    public var lingerTimeout: Duration = .seconds(2)
    /// How much it may send in that time, in bytes.
    public var lingerBytes = 1_048_576

    public init() {}
}
