/// The conditions of a link as its packets need them: whole nanoseconds, and nothing to be derived.
struct LinkTimes {
    let delay: Nanoseconds
    /// The least by which a packet is delayed, whatever is drawn.
    let leastDelay: Nanoseconds
    let jitter: Nanoseconds
    let jitterIsNormal: Bool
    let extraDelay: Nanoseconds
    let queueWait: Nanoseconds
    let queueBytes: Int
    /// The bits a second by which the time that bytes wait is told; nil when nothing ever waits.
    let referenceRate: UInt64?

    /// A link that stands still measures its queue's time by the rate it had before.
    init(_ conditions: LinkConditions, previous: LinkTimes?) {
        delay = min(Nanoseconds(conditions.delay), Self.longest)
        switch conditions.jitter {
        case .none: (jitter, jitterIsNormal) = (0, false)
        case .uniform(let spread): (jitter, jitterIsNormal) = (min(Nanoseconds(spread), Self.longest), false)
        case .normal(let sigma): (jitter, jitterIsNormal) = (min(Nanoseconds(sigma), Self.longest), true)
        }
        leastDelay = delay.minus(jitterIsNormal ? jitter * 6 : jitter)
        extraDelay = min(conditions.reordering.map { Nanoseconds($0.extraDelay) } ?? 0, Self.longest)
        queueWait = conditions.queue.wait.map { Nanoseconds($0) } ?? .never
        queueBytes = conditions.queue.bytes ?? .max
        referenceRate =
            switch conditions.rate {
            case .unlimited: nil
            case .bitsPerSecond(0): previous?.referenceRate
            case .bitsPerSecond(let rate): rate
            case .trace(let trace): trace.meanBitsPerSecond
            }
    }

    /// A day: no time of a link is longer.
    private static let longest: Nanoseconds = 86_400_000_000_000

    /// A packet's delay under this draw.
    func delay(_ draw: UInt64) -> Nanoseconds {
        guard jitter > 0 else { return delay }
        guard jitterIsNormal else {
            return (delay + draw.multipliedFullWidth(by: 2 * jitter + 1).high).minus(jitter)
        }
        // The sum of twelve uniform numbers is nearly normal, with a deviation of one: 6 is its mean.
        var row = CounterRandom.Row(state: draw)
        var sum: UInt64 = 0
        for _ in 0..<3 {
            let word = row.next()
            sum += (word & 0xFFFF) + (word >> 16 & 0xFFFF) + (word >> 32 & 0xFFFF) + (word >> 48)
        }
        let scaled = sum.multipliedFullWidth(by: jitter)
        return (delay + (scaled.high << 48 | scaled.low >> 16)).minus(jitter * 6)
    }
}
