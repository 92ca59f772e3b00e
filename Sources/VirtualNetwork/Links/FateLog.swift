/// What became of all packets that were offered to one direction of a link.
///
/// The counters tell how many; the hash tells whether two runs agree in every single one, at every
/// nanosecond since the link's start. Entries are kept only when asked for.
public struct FateLog: Hashable, Sendable {
    /// What was decided about one packet.
    public struct Entry: Hashable, Sendable {
        public enum Decision: Hashable, Sendable {
            /// It will arrive at this time, in nanoseconds since the link's start.
            case carried(due: UInt64)
            /// It will arrive at this time, later than packets behind it may.
            case heldBack(due: UInt64)
            /// It will arrive once more.
            case duplicated
            case dropped(DropReason)
        }

        /// The packet's number: how many were offered before it.
        public let index: UInt64
        /// When it was decided, in nanoseconds since the link's start.
        public let time: UInt64
        public let decision: Decision
    }

    /// How many packets were offered.
    public private(set) var offered: UInt64 = 0
    /// How many left, or are on their way and will arrive; duplicates not counted.
    public private(set) var carried: UInt64 = 0
    /// How many arrive twice.
    public private(set) var duplicated: UInt64 = 0
    /// How many were held back, so that others may overtake them.
    public private(set) var heldBack: UInt64 = 0
    private var droppedByReason = [UInt64](repeating: 0, count: DropReason.allCases.count)

    /// A number that two logs share when all their decisions are the same.
    public private(set) var hash: UInt64 = 0x6A09_E667_F3BC_C908
    /// The first decisions, up to the limit given.
    public private(set) var entries: [Entry] = []
    private let entryLimit: Int

    init(entryLimit: Int) {
        self.entryLimit = entryLimit
        entries.reserveCapacity(entryLimit)
    }

    /// How many packets were dropped for this reason.
    public func dropped(_ reason: DropReason) -> UInt64 { droppedByReason[Int(reason.rawValue)] }

    /// How many packets were dropped.
    public var dropped: UInt64 { droppedByReason.reduce(0, +) }

    /// Gives the next packet its number.
    mutating func number() -> UInt64 {
        offered += 1
        return offered - 1
    }

    mutating func record(_ index: UInt64, at time: UInt64, _ decision: Entry.Decision) {
        mix(index)
        mix(time)
        switch decision {
        case .carried(let due):
            carried += 1
            mix(due << 2)
        case .heldBack(let due):
            carried += 1
            heldBack += 1
            mix(due << 2 | 1)
        case .duplicated:
            duplicated += 1
            mix(2)
        case .dropped(let reason):
            droppedByReason[Int(reason.rawValue)] += 1
            mix(UInt64(reason.rawValue) << 2 | 3)
        }
        if entries.count < entryLimit {
            entries.append(Entry(index: index, time: time, decision: decision))
        }
    }

    /// A packet on its way does not arrive after all; the second of two that arrive twice is no packet.
    mutating func recall(_ index: UInt64, isSecond: Bool, at time: UInt64, _ reason: DropReason) {
        if isSecond { duplicated -= 1 } else { carried -= 1 }
        mix(isSecond ? 1 : 0)
        guard !isSecond else { return }
        record(index, at: time, .dropped(reason))
    }

    private mutating func mix(_ word: UInt64) {
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
    }
}
