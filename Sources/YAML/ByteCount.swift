/// A number of bytes, written with a unit: `64kB` is 64 000 bytes, `64KiB` is 65 536.
public struct ByteCount: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var bytes: Int

    public init(bytes: Int) {
        self.bytes = bytes
    }

    public static func kibibytes(_ count: Int) -> ByteCount { ByteCount(bytes: count << 10) }
    public static func mebibytes(_ count: Int) -> ByteCount { ByteCount(bytes: count << 20) }

    /// In the largest unit that leaves a whole number.
    public var description: String { QuantityUnits.bytes.text(UInt64(clamping: bytes)) }

    public static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }
}
