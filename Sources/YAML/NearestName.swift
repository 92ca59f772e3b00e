/// Finds what a person probably meant.
enum NearestName {
    /// The accepted name nearest to `name`, when it is near enough that a slip of the finger explains it.
    static func match(for name: String, among accepted: [String]) -> String? {
        let wanted = Array(name.utf8)
        let limit = max(1, wanted.count / 3)
        let ranked = accepted.map { (name: $0, distance: distance(wanted, Array($0.utf8))) }
        return ranked.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
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
