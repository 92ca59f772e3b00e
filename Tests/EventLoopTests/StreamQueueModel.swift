import EventLoop
import SansIO

/// The rules of `StreamQueue` in the plainest form: arrays of packets.
struct StreamQueueModel {
    struct Packet {
        var bytes: [UInt8]
        var isDroppable: Bool
        var arrival: Instant
    }

    let limits: StreamQueue.Limits
    var waiting: [Packet] = []
    var staged: [UInt8] = []
    var drops = StreamQueue.Drops()
    private var stageSize = StreamQueue.stageSize

    init(limits: StreamQueue.Limits) {
        self.limits = limits
    }

    var byteCount: Int { waiting.map(\.bytes.count).reduce(staged.count, +) }

    private func sum(isDroppable: Bool) -> Int {
        waiting.filter { $0.isDroppable == isDroppable }.map(\.bytes.count).reduce(0, +)
    }

    mutating func enqueue(_ bytes: [UInt8], isDroppable: Bool, at now: Instant) -> StreamQueue.Admission {
        if bytes.isEmpty { return .queued }
        if isDroppable {
            if bytes.count > limits.byteCount {
                drops.byBytes += 1
                return .dropped
            }
            dropAged(at: now)
            while sum(isDroppable: true) + bytes.count > limits.byteCount,
                let index = waiting.firstIndex(where: \.isDroppable)
            {
                waiting.remove(at: index)
                drops.byBytes += 1
            }
        } else if sum(isDroppable: false) + bytes.count > limits.controlByteCount {
            return .overflow
        }
        waiting.append(Packet(bytes: bytes, isDroppable: isDroppable, arrival: now))
        return .queued
    }

    mutating func head(at now: Instant) -> [UInt8] {
        guard staged.isEmpty else { return staged }
        dropAged(at: now)
        while let first = waiting.first, staged.count + first.bytes.count <= stageSize {
            staged += first.bytes
            waiting.removeFirst()
        }
        return staged
    }

    mutating func consume(_ count: Int) {
        staged.removeFirst(count)
    }

    mutating func dropAged(at now: Instant) {
        let before = waiting.count
        waiting.removeAll { $0.isDroppable && now - $0.arrival > limits.age }
        drops.byAge += UInt64(before - waiting.count)
    }
}
