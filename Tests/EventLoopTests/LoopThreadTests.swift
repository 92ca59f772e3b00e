import EventLoop
import Glibc
import Testing

struct LoopThreadTests {
    @Test func runsItsBodyUnderItsNameBeforeJoinReturns() throws {
        let seen = Locked("")
        let thread = try LoopThread(name: "relay worker 17", cpu: 0) {
            var name = [CChar](repeating: 0, count: 64)
            prctlName(&name)
            let text = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            seen.withLock { $0 = String(decoding: text, as: UTF8.self) }
        }
        thread.join()
        #expect(seen.withLock { $0 } == "relay worker 17")
    }
}

/// The calling thread's name, as the kernel shows it.
private func prctlName(_ name: inout [CChar]) {
    guard let file = fopen("/proc/thread-self/comm", "r") else { return }
    fgets(&name, 64, file)
    fclose(file)
    if let end = name.firstIndex(of: 10) { name[end] = 0 }
}
