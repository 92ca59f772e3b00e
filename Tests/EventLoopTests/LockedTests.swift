import EventLoop
import Testing

struct LockedTests {
    @Test func noAdditionOfTwoThreadsIsLost() throws {
        let sum = Locked(0)
        let threads = try (0..<2).map { _ in
            try LoopThread(name: "adder") {
                for _ in 0..<10_000 { sum.withLock { $0 += 1 } }
            }
        }
        for thread in threads { thread.join() }
        #expect(sum.withLock { $0 } == 20_000)
    }

    @Test func holdsAValueThatCannotBeCopied() {
        struct Table: ~Copyable {
            var count = 1
        }
        let table = Locked(Table())
        table.withLock { $0.count += 1 }
        #expect(table.withLock { $0.count } == 2)
    }
}
