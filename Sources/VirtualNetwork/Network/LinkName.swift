/// One of a network's links, named by whose it is.
public enum LinkName: Hashable, Sendable {
    /// Between a device and its segment.
    case device(Int)
    /// Between a router and its uplink.
    case router(Int)
}
