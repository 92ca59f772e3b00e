public import SansIO

/// One direction of a link: it is offered packets and gives them back when they arrive.
///
///     offer -> MTU, blackhole, bursts, loss -> queue -> transmitter -> delay line -> next
///                        | dropped at once       | dropped later
///
/// It never holds bytes, only handles and lengths. All decisions are made at the times at which they fall,
/// however late its owner asks, so that the same packets offered at the same times meet the same fates. After
/// every call its owner asks `next(at:)` until it says nil, and again at `nextDeadline`.
public struct OneWayLink: ~Copyable {
    /// What the link gives back.
    public enum Output: Hashable, Sendable {
        /// A packet arrives.
        ///
        /// It was due at this time. With `comesAgain` the same handle is delivered once more, so that an
        /// owner who changes the packet goes on with a copy.
        case delivered(PacketHandle, due: Instant, comesAgain: Bool)
        /// A packet that was accepted is dropped, and is its owner's again.
        case dropped(PacketHandle, DropReason)
    }

    /// What it does to packets.
    public internal(set) var conditions: LinkConditions
    /// What became of the packets.
    public internal(set) var log: FateLog
    /// Whether it swallows what is offered.
    public internal(set) var isBlackhole = false
    /// Whether somebody is connected at the other end.
    public internal(set) var hasCarrier = true

    let start: Instant
    let capacity: Int
    /// The latest time told; time never goes back.
    var time: Nanoseconds = 0
    var times: LinkTimes
    let draws: LinkDraws
    var bursts: BurstIntervals?

    var waiting: WaitingQueue
    var coDel: CoDel?
    var transmitter: Transmitter
    var sending: Sending?
    var line: DelayLine
    /// No packet that keeps its place in the order arrives before this.
    var lastDue: Nanoseconds = 0
    /// What was dropped after it had been accepted.
    var dropped: PacketRing<DroppedPacket>

    /// A link that has begun at `start`.
    ///
    /// Its draws depend on the seed, on its own number in the network and on the direction; it holds up to
    /// `capacity` packets, and its log keeps the first `recordedFates` decisions one by one.
    public init(
        _ conditions: LinkConditions,
        seed: UInt64,
        link: UInt64,
        direction: LinkDirection,
        capacity: Int = 4096,
        recordedFates: Int = 0,
        at start: Instant
    ) {
        self.conditions = conditions
        self.start = start
        self.capacity = capacity
        log = FateLog(entryLimit: recordedFates)
        times = LinkTimes(conditions, previous: nil)
        let draws = LinkDraws(seed: seed, link: link, direction: direction)
        self.draws = draws
        bursts = conditions.bursts.map { draws.intervals($0) }
        waiting = WaitingQueue(capacity: capacity)
        coDel = CoDel(conditions.queue.discipline)
        transmitter = Transmitter(conditions.rate)
        line = DelayLine(capacity: capacity)
        dropped = PacketRing(capacity: capacity)
    }

    /// How many packets it holds, those included that it will give back as dropped.
    public var heldCount: Int {
        waiting.count + line.count + dropped.count + (sending == nil ? 0 : 1)
    }

    /// How many bytes wait for the transmitter.
    public var waitingBytes: Int { waiting.bytes }

    /// Offers a packet of so many bytes, its IP header included.
    public mutating func offer(_ packet: PacketHandle, bytes: Int, at now: Instant) -> Fate {
        advance(to: now)
        let held = HeldPacket(
            packet: packet,
            bytes: max(0, min(bytes, 65_575)),
            index: log.number(),
            offeredAt: time
        )
        if let reason = refusal(of: held) ?? queue(held) {
            log.record(held.index, at: time, .dropped(reason))
            return .dropped(reason)
        }
        return .accepted
    }

    /// The next thing that has happened up to `now`; nil when there is nothing.
    public mutating func next(at now: Instant) -> Output? {
        advance(to: now)
        if let dropped = dropped.removeFirst() { return .dropped(dropped.packet, dropped.reason) }
        guard let due = line.nextDue, due <= time, let entry = line.removeFirst() else { return nil }
        return .delivered(
            entry.packet.packet,
            due: instant(due),
            comesAgain: entry.isFollowedByTwin
        )
    }

    /// When to ask again; nil when nothing is on its way.
    public var nextDeadline: Instant? {
        if dropped.count > 0 { return instant(time) }
        var earliest = line.nextDue ?? .never
        if let sending, sending.finish != .never {
            earliest = min(earliest, max(sending.finish.plus(times.leastDelay), lastDue))
        }
        return earliest == .never ? nil : instant(earliest)
    }

    func instant(_ time: Nanoseconds) -> Instant {
        Instant(nanoseconds: start.nanoseconds.plus(time))
    }

    /// Lets everything happen that falls up to `now`.
    mutating func advance(to now: Instant) {
        time = max(time, min(now.nanoseconds.minus(start.nanoseconds), .latest))
        settle()
    }

    /// Ends what was being sent up to now.
    mutating func settle() {
        while let sending, sending.finish <= time {
            self.sending = nil
            launch(sending.packet, at: sending.finish)
            sendNext(at: sending.finish)
        }
    }
}
