import SansIO
import Testing

@testable import Relay

@Suite final class BenchPayloadTests {
    private let slab = PacketSlab(slotCount: 1, capacity: 1500)

    private func payload() -> BenchPayload {
        BenchPayload(
            tag: 0xDEAD_BEEF,
            flow: 77,
            isUp: true,
            sequence: 1 << 40,
            sentAt: Instant(nanoseconds: 5)
        )
    }

    @Test(arguments: [32, 33, 39, 40, 100, 1200, 1460])
    func isReadAsItWasWritten(_ length: Int) {
        let packet = slab.packet(0, count: length)
        let payload = payload()
        payload.write(to: packet)
        #expect(BenchPayload(packet, length: length) == payload)
    }

    @Test func isNotReadWhenAnyByteWasChanged() {
        let packet = slab.packet(0, count: 45)
        payload().write(to: packet)
        for offset in 0..<packet.count {
            packet[offset] ^= 0x10
            #expect(BenchPayload(packet, length: 45) == nil, "byte \(offset)")
            packet[offset] ^= 0x10
        }
        #expect(BenchPayload(packet, length: 45) == payload())
    }

    @Test func isNotReadAtAnotherLength() {
        let packet = slab.packet(0, count: 100)
        payload().write(to: packet)
        #expect(BenchPayload(packet.slice(0..<92), length: 100) == nil)
        #expect(BenchPayload(packet, length: 92) == nil)
        #expect(BenchPayload(slab.packet(0, count: 10), length: 10) == nil)
    }
}
