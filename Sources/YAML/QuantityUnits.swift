/// The units of one kind of quantity, each a whole number of the smallest one.
struct QuantityUnits: Sendable {
    /// Accepted spellings and their sizes, the canonical spelling of a size first, sizes falling.
    let units: [(name: String, size: UInt64)]
    /// Canonical spellings for printing.
    private let printed: [(name: String, size: UInt64)]

    private init(_ units: [(String, UInt64)], alsoRead: [(String, UInt64)] = []) {
        printed = units
        self.units = units + alsoRead
    }

    /// In nanoseconds.
    static let durations = QuantityUnits(
        [
            ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
            ("us", 1000), ("ns", 1),
        ],
        alsoRead: [("d", 86_400_000_000_000), ("min", 60_000_000_000), ("µs", 1000)]
    )

    /// In bytes.
    static let bytes = QuantityUnits(
        [
            ("GiB", 1 << 30), ("GB", 1_000_000_000), ("MiB", 1 << 20), ("MB", 1_000_000), ("KiB", 1 << 10),
            ("kB", 1000), ("B", 1),
        ],
        alsoRead: [("kiB", 1 << 10), ("KB", 1000)]
    )

    /// In bits per second.
    static let bitsPerSecond = QuantityUnits(
        [
            ("Gbit/s", 1_000_000_000), ("Mbit/s", 1_000_000), ("kbit/s", 1000), ("bit/s", 1),
        ],
        alsoRead: [("Gbit", 1_000_000_000), ("Mbit", 1_000_000), ("kbit", 1000), ("bit", 1)]
    )

    /// The quantity that a number directly followed by a unit stands for.
    ///
    /// `0` needs no unit. Refused when it does not fit or is not a whole number of the smallest unit.
    func read(_ text: String) throws(ValueHint) -> UInt64 {
        if text == "0" { return 0 }
        let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let name = text[number.endIndex...].drop { $0 == " " }
        guard !number.isEmpty else { throw .none }
        guard !name.isEmpty else { throw ValueHint("the unit is missing") }
        guard let size = units.first(where: { $0.name == name })?.size else {
            let meant = units.first { $0.name.lowercased() == name.lowercased() }
            throw ValueHint(meant.map { "did you mean \(number)\($0.name)?" })
        }
        guard let value = Self.multiply(number, by: size) else { throw .none }
        return value
    }

    /// In the largest unit that leaves a whole number.
    func text(_ value: UInt64) -> String {
        guard value > 0 else { return "0" }
        let fitting = printed.first { value % $0.size == 0 }
        return fitting.map { "\(value / $0.size)\($0.name)" } ?? "\(value)"
    }

    /// Exact decimal arithmetic: "1.5" times 1000 is 1500, never 1499.
    private static func multiply(_ number: Substring, by size: UInt64) -> UInt64? {
        let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = UInt64(parts[0]) else { return nil }
        let (product, overflow) = whole.multipliedReportingOverflow(by: size)
        guard !overflow else { return nil }
        guard parts.count == 2 else { return product }
        guard (1...9).contains(parts[1].utf8.count), var rest = UInt64(parts[1]) else { return nil }
        var scale: UInt64 = 1
        for _ in parts[1].utf8 { scale *= 10 }
        let (scaled, tooLarge) = rest.multipliedReportingOverflow(by: size)
        guard !tooLarge, scaled % scale == 0 else { return nil }
        rest = scaled / scale
        let (sum, carried) = product.addingReportingOverflow(rest)
        return carried ? nil : sum
    }
}
