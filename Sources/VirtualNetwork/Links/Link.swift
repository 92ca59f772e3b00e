public import SansIO

/// A link: two directions, each with conditions, draws and a log of its own.
///
/// Driven as `OneWayLink`: after every call `next(at:)` until nil, and again at `nextDeadline`.
public struct Link: ~Copyable {
    /// What happens to a link while packets cross it.
    public enum Event: Hashable, Sendable {
        /// One direction has other conditions from now on.
        case changed(LinkDirection, LinkConditions)
        /// These directions swallow everything from now on, the others nothing.
        case blackhole(Set<LinkDirection>)
        /// The other end is connected, or is not: then all packets on their way are lost.
        case carrier(Bool)
    }

    /// What it gives back, and in which direction it went.
    public struct Output: Hashable, Sendable {
        public let direction: LinkDirection
        public let output: OneWayLink.Output
    }

    public private(set) var up: OneWayLink
    public private(set) var down: OneWayLink

    /// A link that has begun at `start`; the parameters are those of `OneWayLink`.
    public init(
        up: LinkConditions,
        down: LinkConditions,
        seed: UInt64,
        link: UInt64,
        capacity: Int = 4096,
        recordedFates: Int = 0,
        at start: Instant
    ) {
        func direction(_ direction: LinkDirection, _ conditions: LinkConditions) -> OneWayLink {
            OneWayLink(
                conditions,
                seed: seed,
                link: link,
                direction: direction,
                capacity: capacity,
                recordedFates: recordedFates,
                at: start
            )
        }
        self.up = direction(.up, up)
        self.down = direction(.down, down)
    }

    /// Offers a packet of so many bytes, its IP header included, in one direction.
    public mutating func offer(
        _ packet: PacketHandle,
        bytes: Int,
        _ direction: LinkDirection,
        at now: Instant
    ) -> Fate {
        switch direction {
        case .up: up.offer(packet, bytes: bytes, at: now)
        case .down: down.offer(packet, bytes: bytes, at: now)
        }
    }

    /// The next thing that has happened up to `now`, the earlier first; nil when there is nothing.
    public mutating func next(at now: Instant) -> Output? {
        up.advance(to: now)
        down.advance(to: now)
        let upIsFirst = (up.nextDeadline ?? .distantFuture) <= (down.nextDeadline ?? .distantFuture)
        if upIsFirst, let output = up.next(at: now) { return Output(direction: .up, output: output) }
        if let output = down.next(at: now) { return Output(direction: .down, output: output) }
        guard !upIsFirst, let output = up.next(at: now) else { return nil }
        return Output(direction: .up, output: output)
    }

    /// When to ask again; nil when nothing is on its way.
    public var nextDeadline: Instant? {
        guard let up = up.nextDeadline else { return down.nextDeadline }
        return min(up, down.nextDeadline ?? up)
    }

    public mutating func handle(_ event: Event, at now: Instant) {
        switch event {
        case .changed(.up, let conditions): up.change(to: conditions, at: now)
        case .changed(.down, let conditions): down.change(to: conditions, at: now)
        case .blackhole(let directions):
            up.setBlackhole(directions.contains(.up), at: now)
            down.setBlackhole(directions.contains(.down), at: now)
        case .carrier(let isConnected):
            up.setCarrier(isConnected, at: now)
            down.setCarrier(isConnected, at: now)
        }
    }
}

extension Instant {
    fileprivate static let distantFuture = Instant(nanoseconds: .max)
}
