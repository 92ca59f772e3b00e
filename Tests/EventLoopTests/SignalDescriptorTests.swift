import EventLoop
import Glibc
import Testing

struct SignalDescriptorTests {
    @Test func aSignalBecomesSomethingToRead() throws {
        let seen = Locked<[SignalDescriptor.Signal?]>([])
        // In a thread of its own, since the signals stay blocked in it.
        let thread = try LoopThread(name: "signals") {
            guard let signals = try? SignalDescriptor([.user1, .hangUp]) else { return }
            seen.withLock { $0.append(signals.next()) }
            pthread_kill(pthread_self(), SIGUSR1)
            let isReady = (try? becomesReady(signals.fileDescriptor)) == true
            seen.withLock { $0.append(isReady ? signals.next() : nil) }
            seen.withLock { $0.append(signals.next()) }
        }
        thread.join()
        #expect(seen.withLock { $0 } == [nil, .user1, nil])
    }
}
