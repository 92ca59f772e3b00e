/// What a read of a stream brought.
public enum StreamRead: Hashable, Sendable {
    /// This many bytes, at least one.
    case bytes(Int)
    /// Nothing more at present.
    case wouldBlock
    /// The peer will send nothing more. The poller reports it for ever: let go of the connection.
    case endOfStream
}
