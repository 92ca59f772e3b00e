public import SansIO

/// What a server granted.
///
/// RFC 8656 §7.3
public struct AllocationGrant: Hashable, Sendable {
    /// The relayed addresses: one, or one of each family.
    public var relayed: [Endpoint]
    /// Where the server saw the request come from: the server-reflexive address.
    public var mapped: Endpoint
    /// How long the allocation lives unless it is refreshed, which the client does.
    public var lifetime: Duration
    /// The name of the next higher port, which the server keeps for a while.
    public var reservation: ReservationToken?
    /// The family that was wanted too and could not be had.
    public var missingFamily: AddressErrorCode?
}
