import SansIO

/// Times inside a link: nanoseconds since its start, and lengths, held at the end instead of wrapping.
typealias Nanoseconds = UInt64

extension Nanoseconds {
    /// The time that never comes.
    static let never = Nanoseconds.max

    /// The latest time that is told apart from others, 146 years: sums of it with lengths do not overflow.
    static let latest: Nanoseconds = 1 << 62

    /// A duration; one below zero is zero.
    init(_ duration: Duration) {
        self = Nanoseconds(clamping: duration.wholeNanoseconds)
    }

    /// The sum, or the end.
    func plus(_ other: Nanoseconds) -> Nanoseconds {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    /// The difference, or 0.
    func minus(_ other: Nanoseconds) -> Nanoseconds {
        self > other ? self - other : 0
    }

    /// The product, or the end.
    func times(_ other: UInt64) -> Nanoseconds {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}
