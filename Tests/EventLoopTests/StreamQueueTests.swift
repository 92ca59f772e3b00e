import EventLoop
import SansIO
import Testing

struct StreamQueueTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    /// A packet whose every byte is `mark`.
    private func packet(_ mark: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: mark, count: count) }

    /// Takes out everything that waits.
    private func drain(_ queue: inout StreamQueue, at now: Instant) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let head = queue.head(at: now)
            if head.isEmpty { return bytes }
            bytes += Array(head)
            queue.consume(head.count, at: now)
        }
    }

    @Test func theOldestWholePacketsMakeWay() {
        var queue = StreamQueue(limits: .init(byteCount: 30, age: .seconds(1)))
        for mark in UInt8(1)...5 {
            let admission1 = queue.enqueue(packet(mark, 10).span, isDroppable: true, at: start)
            #expect(admission1 == .queued)
        }
        let dropped2 = queue.drops.byBytes
        #expect(dropped2 == 2)
        let bytes = drain(&queue, at: start)
        #expect(bytes == packet(3, 10) + packet(4, 10) + packet(5, 10))
    }

    @Test func packetsThatWaitedTooLongAreDropped() {
        var queue = StreamQueue(limits: .init(byteCount: 1_000, age: .milliseconds(100)))
        _ = queue.enqueue(packet(1, 10).span, isDroppable: true, at: start)
        _ = queue.enqueue(packet(2, 10).span, isDroppable: true, at: start + .milliseconds(50))
        queue.advance(to: start + .milliseconds(100))
        let dropped3 = queue.drops.byAge
        #expect(dropped3 == 0)
        queue.advance(to: start + .milliseconds(101))
        let dropped4 = queue.drops.byAge
        #expect(dropped4 == 1)
        let bytes = drain(&queue, at: start + .milliseconds(120))
        #expect(bytes == packet(2, 10))
    }

    @Test func controlRepliesAreNeverDroppedAndKeepTheirPlace() {
        var queue = StreamQueue(limits: .init(byteCount: 20, age: .milliseconds(100), controlByteCount: 20))
        _ = queue.enqueue(packet(1, 8).span, isDroppable: false, at: start)
        _ = queue.enqueue(packet(2, 10).span, isDroppable: true, at: start)
        _ = queue.enqueue(packet(3, 8).span, isDroppable: false, at: start)
        _ = queue.enqueue(packet(4, 20).span, isDroppable: true, at: start)
        let dropped5 = queue.drops.byBytes
        #expect(dropped5 == 1)
        let bytes = drain(&queue, at: start + .milliseconds(99))
        #expect(bytes == packet(1, 8) + packet(3, 8) + packet(4, 20))
    }

    @Test func aClientThatOnlyAsksOverflows() {
        var queue = StreamQueue(limits: .init(controlByteCount: 100))
        for _ in 0..<10 {
            let admission6 = queue.enqueue(packet(1, 10).span, isDroppable: false, at: start)
            #expect(admission6 == .queued)
        }
        let admission7 = queue.enqueue(packet(1, 10).span, isDroppable: false, at: start)
        #expect(admission7 == .overflow)
    }

    @Test func aPartlyWrittenPacketStaysWholeAndInPlace() {
        var queue = StreamQueue(limits: .init(byteCount: 20, age: .milliseconds(100)))
        _ = queue.enqueue(packet(1, 10).span, isDroppable: true, at: start)
        let staged = queue.head(at: start)
        queue.consume(4, at: start)
        for mark in UInt8(2)...9 {
            _ = queue.enqueue(packet(mark, 10).span, isDroppable: true, at: start + .seconds(10))
        }
        let rest = queue.head(at: start + .seconds(10))
        #expect(rest.baseAddress == staged.baseAddress.map { $0 + 4 })
        #expect(Array(rest) == packet(1, 6))
        queue.consume(6, at: start)
        let bytes = drain(&queue, at: start + .seconds(10))
        #expect(bytes == packet(8, 10) + packet(9, 10))
    }

    @Test func manyPacketsShareOneWriteUpToARecord() {
        var queue = StreamQueue()
        for _ in 0..<20 { _ = queue.enqueue(packet(1, 1_200).span, isDroppable: true, at: start) }
        let first = queue.head(at: start).count
        #expect(first == 13 * 1_200)
        queue.consume(first, at: start)
        let second = queue.head(at: start).count
        #expect(second == 7 * 1_200)
    }

    @Test func aPacketGreaterThanARecordPasses() {
        var queue = StreamQueue()
        _ = queue.enqueue(packet(1, 10).span, isDroppable: true, at: start)
        _ = queue.enqueue(packet(2, 65_539).span, isDroppable: true, at: start)
        let bytes = drain(&queue, at: start)
        #expect(bytes == packet(1, 10) + packet(2, 65_539))
    }

    @Test func aPacketGreaterThanTheBoundIsDropped() {
        var queue = StreamQueue(limits: .init(byteCount: 100))
        _ = queue.enqueue(packet(1, 100).span, isDroppable: true, at: start)
        let admission8 = queue.enqueue(packet(2, 101).span, isDroppable: true, at: start)
        #expect(admission8 == .dropped)
        let dropped9 = queue.drops.byBytes
        #expect(dropped9 == 1)
        let bytes = drain(&queue, at: start)
        #expect(bytes == packet(1, 100))
    }

    @Test func memoryIsReusedAndGivenBackWhenIdle() {
        var queue = StreamQueue(limits: .init(byteCount: 100_000))
        let capacity10 = queue.capacity
        #expect(capacity10 == 0)
        for _ in 0..<1_000 { _ = queue.enqueue(packet(1, 1_000).span, isDroppable: true, at: start) }
        let peak = queue.capacity
        #expect(peak < 2 * 131_072 + 16_384)
        for _ in 0..<10_000 { _ = queue.enqueue(packet(1, 1_000).span, isDroppable: true, at: start) }
        let capacity11 = queue.capacity
        #expect(capacity11 == peak)
        _ = drain(&queue, at: start)
        queue.advance(to: start + .milliseconds(1_999))
        let capacity12 = queue.capacity
        #expect(capacity12 > 0)
        queue.advance(to: start + .milliseconds(2_000))
        let capacity13 = queue.capacity
        #expect(capacity13 == 0)
        _ = queue.enqueue(packet(7, 5).span, isDroppable: true, at: start + .seconds(3))
        let bytes = drain(&queue, at: start + .seconds(3))
        #expect(bytes == packet(7, 5))
    }

    @Test func memoryIsGivenBackWhenTheLastPacketsGrewOld() {
        var queue = StreamQueue(limits: .init(age: .milliseconds(100)))
        _ = queue.enqueue(packet(1, 1_000).span, isDroppable: true, at: start)
        queue.advance(to: start + .seconds(1))
        let isEmpty14 = queue.isEmpty
        #expect(isEmpty14)
        queue.advance(to: start + .seconds(4))
        let capacity15 = queue.capacity
        #expect(capacity15 == 0)
    }

    @Test(arguments: 1...40) func behavesLikeTheNaiveModel(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let limits = StreamQueue.Limits(
            byteCount: Int.random(in: 500...6_000, using: &random),
            age: .milliseconds(Int.random(in: 5...50, using: &random)),
            controlByteCount: Int.random(in: 50...600, using: &random)
        )
        var queue = StreamQueue(limits: limits)
        var model = StreamQueueModel(limits: limits)
        var now = start
        for step in 0..<2_000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let size = Int.random(in: 0...(step % 50 == 0 ? 7_000 : 200), using: &random)
                let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &+ step) }
                let isDroppable = Int.random(in: 0..<10, using: &random) < 8
                let admission = queue.enqueue(bytes.span, isDroppable: isDroppable, at: now)
                #expect(admission == model.enqueue(bytes, isDroppable: isDroppable, at: now))
            case 6..<8:
                let head = Array(queue.head(at: now))
                #expect(head == model.head(at: now))
                let count = Int.random(in: 0...head.count, using: &random)
                queue.consume(count, at: now)
                model.consume(count)
            case 8:
                queue.advance(to: now)
                model.dropAged(at: now)
            default:
                now += .microseconds(Int.random(in: 0...20_000, using: &random))
            }
            let (drops, byteCount, packetCount) = (queue.drops, queue.byteCount, queue.packetCount)
            #expect(drops == model.drops)
            #expect(byteCount == model.byteCount)
            #expect(packetCount == model.waiting.count)
        }
        let capacity = queue.capacity
        #expect(capacity < 150_000)
    }
}
