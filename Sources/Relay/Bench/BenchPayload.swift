import SansIO

/// The application's data of one packet: which packet it is, when it left, and a pattern that only it has.
///
///     0        4        8               16              24
///     | tag    | flow   | sequence      | sent at, ns   | pattern …
///
/// The highest bit of the flow tells the direction. The pattern follows from all that stands before it, so that
/// a packet that was cut, mixed with another or changed is noticed.
struct BenchPayload: Equatable, BitwiseCopyable {
    /// Header and one word of pattern.
    static let shortest = 32
    private static let headerLength = 24

    /// Of one run: what is left over of an earlier one is told by it.
    var tag: UInt32
    var flow: Int
    var isUp: Bool
    /// Counted from 0 in each flow and direction.
    var sequence: UInt64
    var sentAt: Instant

    private var flowWord: UInt32 { UInt32(truncatingIfNeeded: flow) | (isUp ? 1 << 31 : 0) }

    private var seed: UInt64 {
        let identity = UInt64(tag) << 32 | UInt64(flowWord)
        return (identity ^ sequence &* 0x9E37_79B9_7F4A_7C15 ^ sentAt.nanoseconds) &* 0xD6E8_FEB8_6659_FD93
    }

    private static func word(_ index: Int, of seed: UInt64) -> UInt64 {
        seed &+ UInt64(truncatingIfNeeded: index) &* 0xA076_1D64_78BD_642F
    }

    /// Fills the whole of `packet`.
    ///
    /// - Precondition: it has at least `shortest` bytes.
    func write(to packet: PacketBuffer) {
        precondition(packet.count >= Self.shortest)
        let bytes = UnsafeMutableRawPointer(packet.base + packet.range.lowerBound)
        bytes.storeBytes(of: tag, as: UInt32.self)
        bytes.storeBytes(of: flowWord, toByteOffset: 4, as: UInt32.self)
        bytes.storeBytes(of: sequence, toByteOffset: 8, as: UInt64.self)
        bytes.storeBytes(of: sentAt.nanoseconds, toByteOffset: 16, as: UInt64.self)
        let seed = seed
        var offset = Self.headerLength
        while offset + 8 <= packet.count {
            bytes.storeBytes(of: Self.word(offset, of: seed), toByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < packet.count {
            bytes.storeBytes(
                of: UInt8(truncatingIfNeeded: Self.word(offset, of: seed)),
                toByteOffset: offset,
                as: UInt8.self
            )
            offset += 1
        }
    }

    /// What `packet` says it is; nil when it is not `length` bytes long or was not written by `write`.
    init?(_ packet: PacketBuffer, length: Int) {
        guard packet.count == length, length >= Self.shortest else { return nil }
        let bytes = UnsafeRawPointer(packet.base + packet.range.lowerBound)
        tag = bytes.loadUnaligned(as: UInt32.self)
        let flowWord = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
        flow = Int(flowWord & 0x7FFF_FFFF)
        isUp = flowWord >> 31 == 1
        sequence = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        sentAt = Instant(nanoseconds: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
        guard Self.hasPattern(bytes, length, seed) else { return nil }
    }

    init(tag: UInt32, flow: Int, isUp: Bool, sequence: UInt64, sentAt: Instant) {
        self.tag = tag
        self.flow = flow
        self.isUp = isUp
        self.sequence = sequence
        self.sentAt = sentAt
    }

    private static func hasPattern(_ bytes: UnsafeRawPointer, _ length: Int, _ seed: UInt64) -> Bool {
        var difference: UInt64 = 0
        var offset = headerLength
        while offset + 8 <= length {
            difference |=
                bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ word(offset, of: seed)
            offset += 8
        }
        while offset < length {
            let byte = bytes.load(fromByteOffset: offset, as: UInt8.self)
            difference |= UInt64(byte ^ UInt8(truncatingIfNeeded: word(offset, of: seed)))
            offset += 1
        }
        return difference == 0
    }
}
