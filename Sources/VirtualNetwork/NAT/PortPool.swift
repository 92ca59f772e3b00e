/// Which ports of one external address and one protocol are in use: one bit each.
struct PortPool {
    /// Which of the free ports will do.
    enum Want: Hashable {
        case any
        /// One with the parity of this port.
        case parity(of: UInt16)
        /// The same, and its neighbour (the odd port behind an even one) is free as well.
        case pair(of: UInt16)
    }

    private var used = [UInt64](repeating: 0, count: 1024)
    /// Ports that were in use when their mappings were lost, and are not given out for a while.
    private var held = [UInt64](repeating: 0, count: 1024)

    init() {}

    func isFree(_ port: UInt16) -> Bool {
        busyBits(Int(port >> 6)) & (1 << UInt64(port & 63)) == 0
    }

    mutating func take(_ port: UInt16) {
        used[Int(port >> 6)] |= 1 << UInt64(port & 63)
    }

    mutating func release(_ port: UInt16) {
        used[Int(port >> 6)] &= ~(1 << UInt64(port & 63))
    }

    /// Frees all ports, but holds those that were in use back until `releaseHeld`.
    mutating func holdUsed() {
        for word in used.indices {
            held[word] |= used[word]
            used[word] = 0
        }
    }

    mutating func releaseHeld() {
        for word in held.indices { held[word] = 0 }
    }

    /// The first suitable port at or behind `start`, or else the first of the range; nil when there is none.
    func firstFree(_ want: Want, in range: ClosedRange<UInt16>, from start: UInt16) -> UInt16? {
        if let port = firstFree(want, Int(start), Int(range.upperBound)) { return port }
        return firstFree(want, Int(range.lowerBound), Int(range.upperBound))
    }

    private func firstFree(_ want: Want, _ lower: Int, _ upper: Int) -> UInt16? {
        guard lower <= upper else { return nil }
        for word in (lower >> 6)...(upper >> 6) {
            var bits = suitableBits(word, want)
            if word == lower >> 6 { bits &= ~0 << UInt64(lower & 63) }
            if word == upper >> 6 { bits &= ~0 >> UInt64(63 - upper & 63) }
            if bits != 0 { return UInt16(word << 6 + bits.trailingZeroBitCount) }
        }
        return nil
    }

    private func busyBits(_ word: Int) -> UInt64 { used[word] | held[word] }

    private func suitableBits(_ word: Int, _ want: Want) -> UInt64 {
        let even: UInt64 = 0x5555_5555_5555_5555
        let free = ~busyBits(word)
        switch want {
        case .any:
            return free
        case .parity(let port):
            return free & (even << UInt64(port & 1))
        case .pair(let port):
            return (free & (free >> 1) & even) << UInt64(port & 1)
        }
    }
}
