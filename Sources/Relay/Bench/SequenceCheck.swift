/// Tells from the numbers of one flow's packets what the path did to them.
///
/// Duplicates are told among the last 64 numbers; what is older than that counts as late.
struct SequenceCheck: BitwiseCopyable {
    /// What a packet's number says.
    enum Verdict: Equatable {
        /// It came in order; so many before it are missing, for now.
        case ahead(missing: UInt64)
        /// It was overtaken by a later one.
        case late
        case duplicate
    }

    /// The number after the highest that has come.
    private(set) var next: UInt64 = 0
    /// Which of the 64 numbers before `next` have come: bit 0 is the one just before it.
    private var seen: UInt64 = 0

    mutating func note(_ sequence: UInt64) -> Verdict {
        guard sequence < next else {
            let missing = sequence - next
            seen = missing >= 63 ? 1 : seen << (missing + 1) | 1
            next = sequence &+ 1
            return .ahead(missing: missing)
        }
        let age = next - 1 - sequence
        guard age < 64 else { return .late }
        guard seen >> age & 1 == 0 else { return .duplicate }
        seen |= 1 << age
        return .late
    }
}
