/// Why an allocation ended.
public enum AllocationEnd: String, Hashable, Sendable {
    /// The client asked for a lifetime of 0.
    case deleted
    /// It was not refreshed in time.
    case expired
    /// The client's connection closed.
    case disconnected
    /// The server stops.
    case stopped
}
