import STUN
import SansIO

/// One client's relayed addresses, and whom they may talk to.
///
/// RFC 8656 §3.2. It is a plain value in the worker's table; the server's operations change it. It can not
/// be copied, so that no packet pays for a copy by accident.
struct Allocation: ~Copyable {
    let client: Client
    let generation: UInt32
    /// The whole username, expiry included: other usernames are refused with 441.
    let username: String
    let algorithm: PasswordAlgorithm
    /// Kept, so that a refresh needs no shared secret, also after that secret was taken out of use.
    let key: LongTermKey
    let createdAt: Instant

    /// The relayed IPv4 address.
    var v4: Endpoint?
    /// The relayed IPv6 address.
    var v6: Endpoint?
    /// When the IPv4 address ends unless it is refreshed; the halves of a dual allocation can be refreshed
    /// apart (RFC 8656 §8.1).
    var v4Expiry: Instant
    var v6Expiry: Instant
    var permissions: [Permission] = []
    var channels: [Channel] = []
    /// From the client to its peers.
    var uplink: BandwidthMeter
    /// From the peers to the client.
    var downlink: BandwidthMeter
    /// Packets and bytes relayed, for the record when it ends.
    var relayedUp = Traffic()
    var relayedDown = Traffic()

    func relayed(_ family: IPAddress.Family) -> Endpoint? {
        family == .v4 ? v4 : v6
    }

    /// The families it has a relayed address of.
    var families: [IPAddress.Family] { (v4 == nil ? [] : [.v4]) + (v6 == nil ? [] : [.v6]) }

    /// When the first of the relayed addresses ends.
    var expiry: Instant {
        if v4 == nil { return v6Expiry }
        return v6 == nil ? v4Expiry : min(v4Expiry, v6Expiry)
    }

    /// Keeps one of the relayed addresses, or all, until `expiry`.
    mutating func refresh(_ family: IPAddress.Family?, until expiry: Instant) {
        if family != .v6 { v4Expiry = expiry }
        if family != .v4 { v6Expiry = expiry }
    }

    // The packet path asks these three. They go over indices, since an iterator over the elements costs an
    // allocation each in a build without optimisation, and the same count is to hold in every build.

    /// Whether `peer` may be relayed to and from now, whatever its port.
    func permits(_ peer: IPAddress, at now: Instant) -> Bool {
        for index in permissions.indices where permissions[index].peer == peer {
            return permissions[index].expiry > now
        }
        return false
    }

    /// The live channel with this number.
    func channel(_ number: UInt16, at now: Instant) -> Channel? {
        for index in channels.indices where channels[index].number == number {
            if channels[index].expiry > now { return channels[index] }
        }
        return nil
    }

    /// The live channel bound to this peer.
    func channel(to peer: Endpoint, at now: Instant) -> Channel? {
        for index in channels.indices where channels[index].peer == peer {
            if channels[index].expiry > now { return channels[index] }
        }
        return nil
    }
}
