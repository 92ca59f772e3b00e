/// Finds what a person probably meant.
public enum NearestName {
    /// The accepted name nearest to `name`, when it is near enough that a slip explains it.
    ///
    /// A name of which only the beginning was written counts as near, if no other begins so.
    public static func match(for name: String, among accepted: [String]) -> String? {
        let wanted = Array(name.utf8)
        let limit = max(1, wanted.count / 3)
        let ranked = accepted.map { (name: $0, distance: distance(wanted, Array($0.utf8))) }
        if let near = ranked.filter({ $0.distance <= limit }).min(by: { $0.distance < $1.distance }) {
            return near.name
        }
        let longer = accepted.filter { wanted.count >= 3 && $0.hasPrefix(name) }
        return longer.count == 1 ? longer[0] : nil
    }

    /// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
    ///
    /// This is the optimal string alignment distance, of the first 64 bytes.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        let (left, right) = (Array(left.prefix(64)), Array(right.prefix(64)))
        var before: [Int] = []
        var above = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var best = min(above[j] + (left[i] == right[j] ? 0 : 1), above[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, before[j - 1] + 1)
                }
                row.append(best)
            }
            (before, above) = (above, row)
        }
        return above[right.count]
    }
}
