import SansIO

/// How many records of one kind are written in a second; the rest are counted and told with the next one.
///
/// For records that somebody outside can cause at will: refused connections, refused requests, denied peers.
struct RecordBudget {
    private let perSecond: Int
    private var second: Instant?
    private var written = 0
    private var suppressed = 0

    init(perSecond: Int = 10) {
        self.perSecond = perSecond
    }

    /// Whether a record may be written now, and how many were suppressed since the last one that was.
    mutating func admit(at now: Instant) -> (isAdmitted: Bool, suppressed: Int) {
        if second.map({ now - $0 >= .seconds(1) }) ?? true {
            second = now
            written = 0
        }
        guard written < perSecond else {
            suppressed += 1
            return (false, 0)
        }
        written += 1
        defer { suppressed = 0 }
        return (true, suppressed)
    }
}
