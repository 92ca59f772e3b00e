import SansIO

/// The one's complement sum of 16-bit words that IP, UDP, TCP and ICMP carry.
///
/// RFC 1071. The words are added as this machine holds them and turned at the end (its section 2 (B)).
struct InternetChecksum {
    private var sum: UInt64 = 0

    init() {}

    /// Adds the packet's bytes at `offsets`; what was added before must have been an even number of bytes.
    mutating func add(_ buffer: PacketBuffer, _ offsets: Range<Int>) {
        precondition(offsets.lowerBound >= 0 && offsets.upperBound <= buffer.count)
        let bytes = UnsafeRawPointer(buffer.base + buffer.range.lowerBound + offsets.lowerBound)
        let count = offsets.count
        var index = 0
        while index + 4 <= count {
            sum &+= UInt64(bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            index += 4
        }
        if index + 2 <= count {
            sum &+= UInt64(bytes.loadUnaligned(fromByteOffset: index, as: UInt16.self))
            index += 2
        }
        if index < count {
            add(UInt16(bytes.load(fromByteOffset: index, as: UInt8.self)) << 8)
        }
    }

    /// Adds one word.
    mutating func add(_ word: UInt16) {
        sum &+= UInt64(word.bigEndian)
    }

    /// Adds an address, as the pseudo header has it.
    mutating func add(_ address: IPAddress) {
        addWords(of: address.low)
        addWords(of: address.high)
    }

    private mutating func addWords(of bits: UInt64) {
        let swapped = bits.bigEndian
        sum &+= (swapped & 0xFFFF_FFFF) &+ (swapped >> 32)
    }

    /// The sum folded to 16 bits, in network order.
    var folded: UInt16 {
        UInt16(bigEndian: Self.fold(sum))
    }

    /// The checksum: the complement of the sum.
    var value: UInt16 { ~folded }

    static func fold(_ sum: UInt64) -> UInt16 {
        var rest = (sum & 0xFFFF_FFFF) + (sum >> 32)
        rest = (rest & 0xFFFF) + (rest >> 16)
        rest = (rest & 0xFFFF) + (rest >> 16)
        rest = (rest & 0xFFFF) + (rest >> 16)
        return UInt16(truncatingIfNeeded: rest)
    }
}
