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

    /// Insertions, deletions and replacements that lead from one to the other (Levenshtein), at most 64 bytes read.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        let left = left.prefix(64)
        let right = right.prefix(64)
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let replaced = diagonal + (a == b ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[right.count]
    }
}
