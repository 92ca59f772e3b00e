public import SansIO

/// The relayed addresses that an allocation got.
public struct RelayGrant: Hashable, Sendable {
    /// One opened relay socket.
    public struct Leg: Hashable, Sendable, BitwiseCopyable {
        /// The address that peers see and that the client is told.
        public var relayed: Endpoint

        public init(relayed: Endpoint) {
            self.relayed = relayed
        }
    }

    /// In the order of the request; one may be missing when two families were wanted.
    public var legs: [Leg]
    /// The token of the reserved next port.
    public var token: ReservationToken?
    /// Why the missing family was refused.
    public var refusal: RelayRefusal?

    public init(legs: [Leg], token: ReservationToken? = nil, refusal: RelayRefusal? = nil) {
        self.legs = legs
        self.token = token
        self.refusal = refusal
    }
}
