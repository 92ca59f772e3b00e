internal import CLinux
internal import Glibc
internal import Synchronization

/// The times of numbered datagrams, written by the sending and the receiving thread, each in its own places.
final class TrafficRecorder: @unchecked Sendable {
    /// A sender that needed longer for one call was interrupted: when the datagram left is not known.
    private static let promptSend: UInt64 = 100_000

    private let count: Int
    private let sentAt: UnsafeMutablePointer<UInt64>
    private let arrivedAt: UnsafeMutablePointer<UInt64>
    private let arrivals: UnsafeMutablePointer<UInt8>
    private let seen = Atomic<Int>(0)
    private var overtaken = 0
    private var first: UInt64 = 0
    private var last: UInt64 = 0

    init(count: Int) {
        self.count = count
        sentAt = .allocate(capacity: count)
        sentAt.initialize(repeating: 0, count: count)
        arrivedAt = .allocate(capacity: count)
        arrivedAt.initialize(repeating: 0, count: count)
        arrivals = .allocate(capacity: count)
        arrivals.initialize(repeating: 0, count: count)
    }

    deinit {
        sentAt.deallocate()
        arrivedAt.deallocate()
        arrivals.deallocate()
    }

    /// How many different datagrams have arrived.
    var arrivedCount: Int { seen.load(ordering: .relaxed) }

    /// CLOCK_REALTIME, the clock of the kernel's arrival times.
    static func realTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    func noteSent(_ number: Int, at time: UInt64, took duration: UInt64) {
        sentAt[number] = duration <= Self.promptSend ? time : 0
    }

    /// Receives until told to end; for the receiving thread.
    func receive(from descriptor: CInt, until isDone: () -> Bool) {
        var buffer = [UInt8](repeating: 0, count: 2048)
        var newest = -1
        while !isDone() {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 20) > 0 else { continue }
            var arrival: UInt64 = 0
            while clx_recv_timed(descriptor, &buffer, buffer.count, &arrival) >= 16 {
                let number = buffer[..<4].reduce(0) { $0 << 8 | Int($1) }
                guard number < count else { continue }
                if number < newest { overtaken += 1 } else { newest = number }
                if arrivals[number] == 0 {
                    arrivedAt[number] = arrival
                    seen.wrappingAdd(1, ordering: .relaxed)
                }
                if arrivals[number] < .max { arrivals[number] += 1 }
                if first == 0 { first = arrival }
                last = arrival
            }
        }
    }

    /// What is known when both threads have ended.
    func outcome(sent: Int) -> TimedTraffic.Outcome {
        var delays: [Duration] = []
        delays.reserveCapacity(count)
        for number in 0..<count where sentAt[number] > 0 && arrivedAt[number] > 0 {
            delays.append(.nanoseconds(Int64(bitPattern: arrivedAt[number] &- sentAt[number])))
        }
        return TimedTraffic.Outcome(
            sent: sent,
            arrivals: Array(UnsafeBufferPointer(start: arrivals, count: count)),
            overtaken: overtaken,
            delays: delays.sorted(),
            span: .nanoseconds(Int64(bitPattern: last &- first))
        )
    }
}
