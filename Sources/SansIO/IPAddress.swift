/// An IPv4 or IPv6 address, without a zone.
///
/// The 128 bits are held in host order, an IPv4 address in the lowest 32 of them, so that prefixes are
/// compared with two masks and nothing is allocated.
public struct IPAddress: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// The IP version.
    public enum Family: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
        case v4 = 4
        case v6 = 6

        /// The number of bits in an address.
        public var bitCount: Int { self == .v4 ? 32 : 128 }
        /// The number of bytes in an address.
        public var byteCount: Int { self == .v4 ? 4 : 16 }
    }

    public let family: Family
    /// The upper 64 bits of an IPv6 address; 0 for IPv4.
    public let high: UInt64
    /// The lower 64 bits of an IPv6 address; the whole IPv4 address.
    public let low: UInt64

    /// An IPv4 address in host order.
    public init(v4 bits: UInt32) {
        family = .v4
        high = 0
        low = UInt64(bits)
    }

    /// An IPv6 address in host order.
    public init(v6 high: UInt64, _ low: UInt64) {
        family = .v6
        self.high = high
        self.low = low
    }

    /// An IPv4 address from its four numbers.
    public init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
        self.init(v4: UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d))
    }

    /// An address from 4 or 16 bytes in network order; nil for any other count.
    public init?(bytes: Span<UInt8>) {
        switch bytes.count {
        case 4:
            self.init(bytes[0], bytes[1], bytes[2], bytes[3])
        case 16:
            var high: UInt64 = 0
            var low: UInt64 = 0
            for index in 0..<8 {
                high = high << 8 | UInt64(bytes[index])
                low = low << 8 | UInt64(bytes[index + 8])
            }
            self.init(v6: high, low)
        default:
            return nil
        }
    }

    public static func unspecified(_ family: Family) -> IPAddress {
        family == .v4 ? IPAddress(v4: 0) : IPAddress(v6: 0, 0)
    }

    /// The byte at `index` in network order.
    public subscript(byte index: Int) -> UInt8 {
        let fromEnd = family.byteCount - 1 - index
        return fromEnd < 8
            ? UInt8(truncatingIfNeeded: low >> UInt64(fromEnd * 8))
            : UInt8(truncatingIfNeeded: high >> UInt64((fromEnd - 8) * 8))
    }

    /// The bytes in network order: 4 or 16.
    public var bytes: [UInt8] {
        (0..<family.byteCount).map { self[byte: $0] }
    }

    public var isUnspecified: Bool { high == 0 && low == 0 }

    /// 127.0.0.0/8 or ::1.
    public var isLoopback: Bool {
        family == .v4 ? low >> 24 == 127 : high == 0 && low == 1
    }

    /// 169.254.0.0/16 or fe80::/10.
    public var isLinkLocal: Bool {
        family == .v4 ? low >> 16 == 0xA9FE : high >> 54 == 0x3FA
    }

    /// 224.0.0.0/4 or ff00::/8.
    public var isMulticast: Bool {
        family == .v4 ? low >> 28 == 0xE : high >> 56 == 0xFF
    }

    /// The IPv4 address inside an IPv4-mapped IPv6 address (::ffff:a.b.c.d, RFC 4291 §2.5.5.2).
    public var mappedIPv4: IPAddress? {
        family == .v6 && high == 0 && low >> 32 == 0xFFFF
            ? IPAddress(v4: UInt32(truncatingIfNeeded: low)) : nil
    }

    /// What one source may send from, for counting: an IPv4 address itself, the /64 of an IPv6 address.
    public var sourceNetwork: IPAddress {
        family == .v4 ? self : IPAddress(v6: high, 0)
    }

    public static func < (left: IPAddress, right: IPAddress) -> Bool {
        (left.family.rawValue, left.high, left.low) < (right.family.rawValue, right.high, right.low)
    }
}
