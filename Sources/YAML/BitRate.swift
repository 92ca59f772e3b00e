/// Bits per second, written with a unit: `16Mbit/s` or `16Mbit`.
public struct BitRate: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var bitsPerSecond: UInt64

    public init(bitsPerSecond: UInt64) {
        self.bitsPerSecond = bitsPerSecond
    }

    public static func megabits(_ count: UInt64) -> BitRate { BitRate(bitsPerSecond: count * 1_000_000) }

    /// In the largest unit that leaves a whole number.
    public var description: String { QuantityUnits.bitsPerSecond.text(bitsPerSecond) }

    public static func < (left: BitRate, right: BitRate) -> Bool { left.bitsPerSecond < right.bitsPerSecond }
}
