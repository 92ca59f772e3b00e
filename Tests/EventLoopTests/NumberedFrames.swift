import SansIO
import Testing

/// Packets that tell their length, their number and whether they are droppable, filled with their number:
/// a byte stream that is not a sequence of whole ones is found out.
struct NumberedFrames {
    struct Frame {
        var number: Int
        var isDroppable: Bool
    }

    private var kept: TestPacket?

    /// A frame of `words` 32-bit words, at least two; valid until the next.
    mutating func make(_ number: Int, isDroppable: Bool, _ words: Int) -> PacketBuffer {
        let filler = UInt8(truncatingIfNeeded: number &* 31)
        var bytes = [UInt8](repeating: filler, count: words * 4)
        bytes[0] = isDroppable ? 0x40 : 0x01
        bytes[1] = UInt8(words >> 8)
        bytes[2] = UInt8(words & 0xFF)
        bytes[3] = UInt8(number >> 8)
        bytes[4] = UInt8(number & 0xFF)
        let packet = TestPacket(bytes)
        kept = packet
        return packet.packet
    }

    static func parse(_ bytes: [UInt8]) throws -> [Frame] {
        var frames: [Frame] = []
        var offset = 0
        while offset < bytes.count {
            try #require(offset + 8 <= bytes.count)
            try #require(bytes[offset] == 0x40 || bytes[offset] == 0x01)
            let size = (Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2])) * 4
            let number = Int(bytes[offset + 3]) << 8 | Int(bytes[offset + 4])
            try #require(size >= 8 && offset + size <= bytes.count)
            let filler = UInt8(truncatingIfNeeded: number &* 31)
            try #require(bytes[(offset + 5)..<(offset + size)].allSatisfy { $0 == filler })
            frames.append(Frame(number: number, isDroppable: bytes[offset] == 0x40))
            offset += size
        }
        return frames
    }
}
