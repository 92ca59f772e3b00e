internal import CLinux
internal import Glibc

/// How other threads reach a loop: a queue of values and a descriptor that its poller watches.
public final class Wakeup<Value: Sendable>: Sendable {
    /// Readable while values wait.
    public let fileDescriptor: Int32
    private let values = Locked<[Value]>([])

    public init() throws(SystemError) {
        fileDescriptor = Int32(try SystemCall.linux { clx_eventfd() }.get("eventfd"))
    }

    deinit {
        close(fileDescriptor)
    }

    /// Adds a value and wakes the loop; from any thread.
    public func post(_ value: Value) {
        let isFirst = values.withLock { values in
            values.append(value)
            return values.count == 1
        }
        guard isFirst else { return }
        var one: UInt64 = 1
        _ = SystemCall.outcome { write(fileDescriptor, &one, MemoryLayout<UInt64>.size) }
    }

    /// Takes all values, in the order they were posted; for the loop's thread.
    public func drain() -> [Value] {
        var count: UInt64 = 0
        _ = SystemCall.outcome { read(fileDescriptor, &count, MemoryLayout<UInt64>.size) }
        return values.withLock { values in
            let taken = values
            values = []
            return taken
        }
    }
}
