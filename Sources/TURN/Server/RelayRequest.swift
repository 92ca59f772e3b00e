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
