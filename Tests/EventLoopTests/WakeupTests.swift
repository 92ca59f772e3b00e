import EventLoop
import SansIO
import Testing

struct WakeupTests {
    @Test func valuesOfOtherThreadsArriveInTheirOrder() throws {
        let wakeup = try Wakeup<(thread: Int, number: Int)>()
        let threads = try (0..<3).map { thread in
            try LoopThread(name: "poster \(thread)") {
                for number in 0..<1_000 { wakeup.post((thread, number)) }
            }
        }
        let poller = try Poller()
        try poller.add(wakeup.fileDescriptor, token: 0, interest: .read)
        let deadline = MonotonicClock.now() + .seconds(20)
        var received = [[Int]](repeating: [], count: 3)
        while received.map(\.count).reduce(0, +) < 3_000 {
            try #require(try poller.wait(until: deadline) > 0)
            for value in wakeup.drain() { received[value.thread].append(value.number) }
        }
        for thread in threads { thread.join() }
        #expect(received == [[Int]](repeating: Array(0..<1_000), count: 3))
        #expect(try poller.wait(until: Instant(nanoseconds: 0)) == 0)
    }
}
