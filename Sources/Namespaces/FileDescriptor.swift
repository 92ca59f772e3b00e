internal import Glibc
internal import SansIO

/// A file descriptor that is closed when its owner lets it go.
public struct FileDescriptor: ~Copyable, Sendable {
    public let rawValue: CInt

    /// Takes over `rawValue`; whoever had it must not close it any more.
    public init(owning rawValue: CInt) {
        self.rawValue = rawValue
    }

    deinit {
        close(rawValue)
    }

    /// Gives the descriptor up without closing it.
    public consuming func release() -> CInt {
        let value = rawValue
        discard self
        return value
    }

    /// Waits until reading would not block, or the other side has closed.
    ///
    /// False when `duration` passed first.
    public func waitUntilReadable(for duration: Duration) -> Bool {
        let end = MonotonicClock.now + duration
        while true {
            var waiting = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
            let milliseconds = MonotonicClock.pollTimeout(until: end)
            if poll(&waiting, 1, milliseconds) > 0 { return true }
            if milliseconds == 0 { return false }
        }
    }
}
