/// The middle of several measured values, and how far they lie apart.
struct Spread: Hashable, Encodable {
    let median: Double
    let least: Double
    let most: Double

    /// Nil when there are none.
    init?(_ values: [Double]) {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        let middle = sorted.count / 2
        median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        least = first
        most = last
    }

    /// The ratios of the values of the same rounds.
    init?(_ values: [Double?], over others: [Double?]) {
        self.init(
            zip(values, others).compactMap { value, other in
                guard let value, let other, other > 0 else { return nil }
                return value / other
            }
        )
    }
}
