public import SansIO

/// An address that relay sockets are opened on, and what clients are told it is.
public struct RelayAddress: Hashable, Sendable {
    /// The host's own address.
    public var local: IPAddress
    /// The address outside a 1:1 NAT; the same as `local` without one.
    public var advertised: IPAddress

    public init(local: IPAddress, advertised: IPAddress? = nil) {
        self.local = local
        self.advertised = advertised ?? local
    }
}
