/// What became of the packets of a run, so far.
struct BenchCounts: Hashable {
    var sent: UInt64 = 0
    /// Arrived whole and for the first time.
    var received: UInt64 = 0
    /// Overtaken by a later packet of the same flow; counted among those received.
    var reordered: UInt64 = 0
    var duplicates: UInt64 = 0
    /// Of another length, or with bytes that were not sent.
    var corrupt: UInt64 = 0
    /// At the socket of another flow, or from another source than the relayed address or the peer.
    var misrouted: UInt64 = 0

    /// Sent and not received.
    var lost: UInt64 { sent > received ? sent - received : 0 }

    /// Whether nothing arrived that should not have.
    var isClean: Bool { duplicates == 0 && corrupt == 0 && misrouted == 0 }

    static func - (later: BenchCounts, earlier: BenchCounts) -> BenchCounts {
        BenchCounts(
            sent: later.sent - earlier.sent,
            received: later.received - earlier.received,
            reordered: later.reordered - earlier.reordered,
            duplicates: later.duplicates - earlier.duplicates,
            corrupt: later.corrupt - earlier.corrupt,
            misrouted: later.misrouted - earlier.misrouted
        )
    }
}
