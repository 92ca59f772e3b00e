internal import Glibc
internal import SansIO

/// What a program has written to one of its streams so far; read while it still writes.
public final class CapturedOutput: @unchecked Sendable {
    /// Bytes kept; what comes after them is counted and dropped.
    public static let capacity = 16 << 20

    // A lock of Synchronization's is invisible to the thread sanitizer, which then reports races.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var bytes: [UInt8] = []
    private var droppedCount = 0
    private var hasEnded = false

    init() {
        lock = .allocate(capacity: 1)
        changed = .allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    /// All of it as text, invalid UTF-8 replaced.
    public var text: String {
        locked { String(decoding: bytes, as: UTF8.self) }
    }

    /// The lines that are complete, and the last one even if it is not.
    public var lines: [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// How many bytes were dropped because `capacity` was reached.
    public var overflow: Int { locked { droppedCount } }

    /// The first complete line that satisfies `predicate`, waiting for it at most `duration`.
    ///
    /// Nil when the stream ended or the time passed without one.
    public func line(within duration: Duration, where predicate: (Substring) -> Bool) -> String? {
        let end = MonotonicClock.now + duration
        var limit = timespec(
            tv_sec: Int(end.nanoseconds / 1_000_000_000),
            tv_nsec: Int(end.nanoseconds % 1_000_000_000)
        )
        var seen = 0
        return locked {
            while true {
                while let newline = bytes[seen...].firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: bytes[seen..<newline], as: UTF8.self)
                    seen = newline + 1
                    if predicate(line[...]) { return line }
                }
                if hasEnded { return nil }
                if pthread_cond_timedwait(changed, lock, &limit) == ETIMEDOUT { return nil }
            }
        }
    }

    func append(_ piece: ArraySlice<UInt8>) {
        locked {
            let room = max(0, Self.capacity - bytes.count)
            bytes.append(contentsOf: piece.prefix(room))
            droppedCount += max(0, piece.count - room)
            pthread_cond_broadcast(changed)
        }
    }

    func end() {
        locked {
            hasEnded = true
            pthread_cond_broadcast(changed)
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }
}
