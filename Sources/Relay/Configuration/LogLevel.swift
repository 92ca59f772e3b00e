/// The least important records that are still written.
public enum LogLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    case debug, info, notice, warning, error

    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
