import SansIO

/// The relay ports of one address: handed out in random order, a port that was just given back last.
///
/// RFC 8656 §7.2 asks for unpredictable ports, and that late packets of an old allocation's peers do not
/// reach a new one: a port rests for two minutes before it is handed out again, unless nothing else is left.
struct RelayPortPool {
    static let rest = Duration.seconds(120)

    /// Rested ports, in no order.
    private var rested: [UInt16]
    /// Ports that were given back, the earliest first.
    private var resting: [(port: UInt16, since: Instant)] = []

    init(ports: ClosedRange<UInt16>) {
        rested = Array(ports)
    }

    var freeCount: Int { rested.count + resting.count }

    /// Takes a port; nil when none is left that fits.
    mutating func take(
        even: Bool,
        at now: Instant,
        using generator: inout some RandomNumberGenerator
    ) -> UInt16? {
        wake(at: now)
        if even {
            let fitting = rested.indices.filter { rested[$0] % 2 == 0 }
            if let index = fitting.randomElement(using: &generator) { return takeRested(index) }
        } else if let index = rested.indices.randomElement(using: &generator) {
            return takeRested(index)
        }
        guard let index = resting.firstIndex(where: { !even || $0.port % 2 == 0 }) else { return nil }
        return resting.remove(at: index).port
    }

    /// Takes an even port whose upper neighbour is free too, and the neighbour.
    mutating func takePair(at now: Instant, using generator: inout some RandomNumberGenerator) -> UInt16? {
        wake(at: now)
        let free = Set(rested + resting.map(\.port))
        let fitting = free.filter { $0 % 2 == 0 && $0 < .max && free.contains($0 + 1) }.sorted()
        guard let port = fitting.randomElement(using: &generator) else { return nil }
        rested.removeAll { $0 == port || $0 == port + 1 }
        resting.removeAll { $0.port == port || $0.port == port + 1 }
        return port
    }

    /// Gives a port back.
    mutating func giveBack(_ port: UInt16, at now: Instant) {
        resting.append((port, now))
    }

    private mutating func wake(at now: Instant) {
        while let first = resting.first, first.since + Self.rest <= now {
            rested.append(first.port)
            resting.removeFirst()
        }
    }

    private mutating func takeRested(_ index: Int) -> UInt16 {
        rested.swapAt(index, rested.count - 1)
        return rested.removeLast()
    }
}
