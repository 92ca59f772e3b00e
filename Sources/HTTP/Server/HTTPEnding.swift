/// Why a connection is over.
public enum HTTPEnding: Hashable, Sendable {
    /// It was closed as announced, by us or by the client.
    case closed
    /// The client did not take its answers in time: what is unsent may be thrown away.
    case slowReader
}
