public import SansIO

/// A part of a device's traffic that is swallowed: signaling or media, told apart by who is at the other end.
public struct TrafficCut: Hashable, Sendable {
    /// Which traffic.
    public enum Part: Hashable, Sendable {
        /// What goes to these addresses or comes from them.
        case withThese
        /// Everything else.
        case withOthers
    }

    public var part: Part
    public var addresses: Set<IPAddress>
    public var directions: Set<LinkDirection>

    public init(
        _ part: Part,
        _ addresses: Set<IPAddress>,
        directions: Set<LinkDirection> = [.up, .down]
    ) {
        self.part = part
        self.addresses = addresses
        self.directions = directions
    }

    /// Whether it swallows a packet whose other end is `peer`.
    func swallows(_ direction: LinkDirection, peer: IPAddress) -> Bool {
        directions.contains(direction) && addresses.contains(peer) == (part == .withThese)
    }
}
