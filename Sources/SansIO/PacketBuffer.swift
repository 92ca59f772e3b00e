/// A packet inside memory that somebody else owns, with room to put headers in front of it.
///
/// The owner (a receive slab, a test) guarantees `PacketBuffer.headroom` writable bytes before the packet
/// as it arrived and `PacketBuffer.tailroom` after the capacity it gave, and keeps the memory alive until
/// the next call to the core that holds the value. A value is a view: copying it copies no bytes.
public struct PacketBuffer {
    /// Bytes in front of an arriving packet: enough for a Data indication with an IPv6 peer (48 bytes).
    public static let headroom = 64
    /// Bytes behind it: enough for the padding of any attribute or ChannelData message.
    public static let tailroom = 4

    /// The start of the memory; offsets count from here.
    public let base: UnsafeMutablePointer<UInt8>
    /// The first byte that must not be written any more.
    public let limit: Int
    /// Where the packet lies.
    public var range: Range<Int>

    /// A packet at `range` of memory that ends at `limit`.
    public init(base: UnsafeMutablePointer<UInt8>, limit: Int, range: Range<Int>) {
        precondition(0 <= range.lowerBound && range.upperBound <= limit)
        self.base = base
        self.limit = limit
        self.range = range
    }

    /// The number of bytes in the packet.
    public var count: Int { range.count }

    /// The packet's bytes.
    public var bytes: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let buffer = UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
            return _overrideLifetime(buffer.span, borrowing: self)
        }
    }

    /// A copy of the packet's bytes: for answers and tests, not for the packet path.
    public var copied: [UInt8] {
        Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// The byte at `offset` from the packet's start.
    public subscript(offset: Int) -> UInt8 {
        get {
            precondition(offset >= 0 && offset < range.count)
            return base[range.lowerBound + offset]
        }
        nonmutating set {
            precondition(offset >= 0 && offset < range.count)
            base[range.lowerBound + offset] = newValue
        }
    }

    /// The 16 bits in network order at `offset` from the packet's start.
    public func uint16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }

    /// Writes 16 bits in network order at `offset` from the packet's start.
    public func setUInt16(_ value: UInt16, at offset: Int) {
        self[offset] = UInt8(truncatingIfNeeded: value >> 8)
        self[offset + 1] = UInt8(truncatingIfNeeded: value)
    }

    /// Writes 32 bits in network order at `offset` from the packet's start.
    public func setUInt32(_ value: UInt32, at offset: Int) {
        setUInt16(UInt16(truncatingIfNeeded: value >> 16), at: offset)
        setUInt16(UInt16(truncatingIfNeeded: value), at: offset + 2)
    }

    /// The packet made `count` bytes longer at its front, into the headroom.
    public func extendedFront(by count: Int) -> PacketBuffer {
        PacketBuffer(base: base, limit: limit, range: range.lowerBound - count..<range.upperBound)
    }

    /// The packet made `count` bytes longer at its end, into the tailroom.
    public func extendedBack(by count: Int) -> PacketBuffer {
        PacketBuffer(base: base, limit: limit, range: range.lowerBound..<range.upperBound + count)
    }

    /// The part of the packet at `offsets`, counted from its start.
    public func slice(_ offsets: Range<Int>) -> PacketBuffer {
        precondition(offsets.lowerBound >= 0 && offsets.upperBound <= range.count)
        return PacketBuffer(
            base: base,
            limit: limit,
            range: range.lowerBound + offsets.lowerBound..<range.lowerBound + offsets.upperBound
        )
    }
}
