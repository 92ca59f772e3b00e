import SansIO
import TURN
import Testing

/// ChannelData messages: RFC 8656 §12.4.
final class ChannelDataTests {
    private let slab = PacketSlab(slotCount: 1, capacity: 70_000)

    private func packet(_ bytes: [UInt8]) -> PacketBuffer {
        let packet = slab.packet(0, count: bytes.count)
        for offset in 0..<200 { packet.base[offset] = 0xEE }
        for (offset, byte) in bytes.enumerated() { packet[offset] = byte }
        return packet
    }

    private func bytes(_ packet: PacketBuffer) -> [UInt8] {
        (0..<packet.count).map { packet[$0] }
    }

    @Test(arguments: 0...17, [false, true])
    func isReadAsItIsWritten(length: Int, padded: Bool) throws {
        let data = (0..<length).map { UInt8($0 + 1) }
        let message = ChannelData.frame(packet(data), channel: 0x4123, padded: padded)
        let padding = padded ? -length & 3 : 0
        #expect(
            bytes(message) == [0x41, 0x23, 0, UInt8(length)] + data + [UInt8](repeating: 0, count: padding)
        )
        let read = try #require(ChannelData.parse(message))
        #expect(read.channel == 0x4123)
        #expect(bytes(read.payload) == data)
    }

    @Test func theLongestFits() throws {
        let data = [UInt8](repeating: 3, count: 65_535)
        let message = ChannelData.frame(packet(data), channel: 0x4000, padded: true)
        #expect(message.count == 65_540)
        #expect(ChannelData.parse(message)?.payload.count == 65_535)
    }

    @Test func everyNumberIsTold() {
        let message = packet([0, 0, 0, 0])
        for number in 0...UInt16.max {
            message.setUInt16(number, at: 0)
            // Up to 0x7FFF: whether a number may be bound is the server's setting.
            let isChannel = (0x4000...0x7FFF).contains(number)
            if (ChannelData.parse(message) != nil) != isChannel { Issue.record("\(number)") }
        }
    }

    @Test func whatIsCutShortIsNone() {
        let whole: [UInt8] = [0x40, 0, 0, 3, 1, 2, 3]
        for length in 0..<whole.count {
            let channel = ChannelData.parse(packet(Array(whole.prefix(length))))?.channel
            #expect(channel == nil)
        }
        let channel = ChannelData.parse(packet([0x40, 0, 0xFF, 0xFF, 1, 2, 3]))?.channel
        #expect(channel == nil)
    }

    @Test func noBytesTrapIt() {
        var random = SeededRandom(seed: 43)
        var read = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...24, using: &random)
            var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            if count > 3, Bool.random(using: &random) { bytes.replaceSubrange(0..<3, with: [0x40, 0, 0]) }
            guard let (channel, payload) = ChannelData.parse(packet(bytes)) else { continue }
            read += 1
            #expect((0x4000...0x4FFF).contains(channel))
            #expect(payload.count <= count - 4)
        }
        #expect(read > 100)
    }
}
