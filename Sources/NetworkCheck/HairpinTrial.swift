internal import SansIO
internal import VirtualNetwork

/// Two sockets send to each other's outside endpoint, each several times: the first packet of either opens the
/// filter for the other's.
struct HairpinTrial {
    private typealias Side = (socket: Int, local: Endpoint, mapped: Endpoint)

    private let near: Side
    private let far: Side
    private let token: UInt64
    private let pace: DiscoveryPace
    private var sent = 0
    private var nextRound: Instant
    private(set) var result: Hairpinning?

    init(
        near: (socket: Int, local: Endpoint, mapped: Endpoint),
        far: (socket: Int, local: Endpoint, mapped: Endpoint),
        token: UInt64,
        pace: DiscoveryPace,
        at now: Instant
    ) {
        (self.near, self.far, self.token, self.pace) = (near, far, token, pace)
        nextRound = now
    }

    var nextDeadline: Instant? { nextRound }

    /// Something came back in, or nothing did although it was tried often enough.
    func isOver(at now: Instant) -> Bool {
        result != nil || (sent >= 2 * pace.attempts && nextRound <= now)
    }

    /// The next datagram, two a round.
    mutating func nextSend(at now: Instant) -> TrialSend? {
        guard result == nil, sent < 2 * pace.attempts, nextRound <= now else { return nil }
        let isNear = sent.isMultiple(of: 2)
        sent += 1
        if sent.isMultiple(of: 2) { nextRound = now + pace.interval }
        return TrialSend(
            socket: isNear ? near.socket : far.socket,
            destination: isNear ? far.mapped : near.mapped,
            bytes: bytes
        )
    }

    /// What came to either socket, and from which of the other's addresses.
    mutating func receive(_ bytes: [UInt8], from source: Endpoint, on socket: Int) {
        guard bytes == self.bytes, socket == near.socket || socket == far.socket else { return }
        let sender = socket == near.socket ? far : near
        if source.address == sender.mapped.address {
            result = .external
        } else if source.address == sender.local.address {
            result = .internal
        }
    }

    private var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: token >> (8 * $0)) } }
}
