public import SansIO

/// What an Allocate request asks the owner of the relay ports for.
///
/// The core has checked everything that it can know by itself; quotas, ports and sockets are the owner's.
/// It answers with `TURNServer.Input.relayOpened` or `.relayFailed`, at once or later.
public struct RelayRequest: Hashable, Sendable {
    /// Which ports are wanted.
    public enum Wish: Hashable, Sendable {
        /// Any port.
        case any
        /// An even port.
        case even
        /// An even port, the next one to be reserved (RFC 8656 §7.2).
        case evenWithNextReserved
        /// The port that was reserved under this token.
        case reserved(ReservationToken)
    }

    /// The allocation that waits for the answer.
    public var allocation: AllocationID
    /// The user, without the expiry that the username starts with, so that a new credential is no new quota.
    public var user: String
    /// The families wanted, the necessary one first.
    ///
    /// A second one may be refused on its own.
    public var families: [IPAddress.Family]
    public var wish: Wish
    /// The server address that the client used; the relayed address is best opened on the same one.
    public var server: Endpoint
}

/// Names one allocation of a worker: its slot, and which use of that slot it is.
public struct AllocationID: Hashable, Sendable, BitwiseCopyable {
    public var slot: UInt32
    public var generation: UInt32

    /// The name of its relay socket of `family`.
    public func relay(_ family: IPAddress.Family) -> RelayPort {
        RelayPort(allocation: slot, family: family, generation: generation)
    }
}

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

/// Why a relay port can not be had.
public enum RelayRefusal: Error, Hashable, Sendable {
    /// The server has no address of that family: 440.
    case familyNotSupported
    /// The user has as many allocations as it may have: 486.
    case quotaReached
    /// No port is free, or the server is full: 508.
    case noCapacity
    /// The token names no reservation of this user: 508 (RFC 8656 §7.2).
    case unknownToken
}
