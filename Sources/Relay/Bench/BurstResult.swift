/// How many packets of a burst arrived.
package struct BurstResult: Encodable, Hashable, Sendable {
    /// Packets in each burst.
    package var length: Int
    /// What arrived of each burst up, one after the other; empty when none went up.
    package var up: [Int]
    /// What arrived of each burst down.
    package var down: [Int]
    package var duplicates: UInt64
    package var corrupt: UInt64
    package var misrouted: UInt64

    init(length: Int, up: [Int], down: [Int], counts: BenchCounts) {
        self.length = length
        self.up = up
        self.down = down
        duplicates = counts.duplicates
        corrupt = counts.corrupt
        misrouted = counts.misrouted
    }

    /// Whether every packet that arrived was one that was to arrive there.
    package var isClean: Bool {
        duplicates == 0 && corrupt == 0 && misrouted == 0 && (up + down).contains { $0 > 0 }
    }
}
