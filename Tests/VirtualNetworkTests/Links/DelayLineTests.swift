import SansIO
import Testing

@testable import VirtualNetwork

struct DelayLineTests {
    /// As a plain sort has it: by due time, and among equals in the order in which they were put in.
    @Test func givesPacketsBackInOrder() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<50 {
            var line = DelayLine(capacity: 300)
            var (entries, taken): ([(due: UInt64, number: UInt64)], [UInt64]) = ([], [])
            var due: UInt64 = 100
            for number in 0..<UInt64(300) {
                due += .random(in: 0...3, using: &random)
                let isHeldBack = Int.random(in: 0..<4, using: &random) == 0
                let late = due + (isHeldBack ? .random(in: 0...20, using: &random) : 0)
                let packet = HeldPacket(
                    packet: PacketHandle(rawValue: 0),
                    bytes: 1,
                    index: number,
                    offeredAt: 0
                )
                line.insert(
                    .init(packet, due: late, isFollowedByTwin: false, isTwin: false),
                    isHeldBack: isHeldBack
                )
                entries.append((late, number))
            }
            let count = line.count
            #expect(count == 300)
            while let entry = line.removeFirst() { taken.append(entry.packet.index) }
            // A stable order: the number decides among equals.
            let sorted = entries.sorted { ($0.due, $0.number) < ($1.due, $1.number) }
            #expect(taken == sorted.map(\.number))
        }
    }
}
