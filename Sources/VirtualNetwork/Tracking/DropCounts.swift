/// How many packets were dropped, by reason.
public struct DropCounts<Reason: CaseIterable & RawRepresentable<Int> & Sendable>: Sendable {
    private var counts = [UInt64](repeating: 0, count: Reason.allCases.count)

    init() {}

    /// The number of packets dropped for `reason`.
    public subscript(reason: Reason) -> UInt64 { counts[reason.rawValue] }

    /// The number of all packets dropped.
    public var total: UInt64 { counts.reduce(0, +) }

    mutating func add(_ reason: Reason) {
        counts[reason.rawValue] += 1
    }
}
