internal import CLinux
internal import Glibc
public import SansIO

/// The descriptors one loop waits on: a level-triggered epoll.
///
/// A descriptor is known by the token its owner gave. A closed descriptor leaves by itself, unless a
/// duplicate of it lives in another process. Waiting allocates nothing.
public final class Poller {
    /// What a descriptor is watched for, and what it is found ready for.
    public struct Interest: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Something to read, a connection to accept, or the peer's end of stream.
        public static let read = Interest(rawValue: UInt32(clx_poll_in) | UInt32(clx_poll_rdhup))
        /// Room to write, or a connect that has finished.
        public static let write = Interest(rawValue: UInt32(clx_poll_out))
        /// An error, or an entry in the error queue; reported whether asked for or not.
        public static let error = Interest(rawValue: UInt32(clx_poll_err))
    }

    /// One descriptor that is ready.
    public struct Event {
        public let token: UInt64
        let readiness: UInt32

        /// There is something to read, the end of the stream and a broken connection included.
        public var isReadable: Bool {
            readiness & UInt32(clx_poll_in | clx_poll_rdhup | clx_poll_hup) != 0
        }
        /// A write would go through, or would tell how the connection broke.
        public var isWritable: Bool { readiness & UInt32(clx_poll_out | clx_poll_hup) != 0 }
        /// An error is pending, or the error queue holds something.
        public var hasError: Bool { readiness & UInt32(clx_poll_err) != 0 }
    }

    /// The most events one `wait` gives.
    public static let batchSize = Int(clx_epoll_batch)

    private let descriptor: Int32
    private let events: UnsafeMutablePointer<clx_event>

    public init() throws(SystemError) {
        descriptor = Int32(try SystemCall.linux { clx_epoll_create() }.get("epoll_create1"))
        events = .allocate(capacity: Self.batchSize)
        events.initialize(repeating: clx_event(), count: Self.batchSize)
    }

    deinit {
        close(descriptor)
        events.deallocate()
    }

    /// Watches a descriptor that is not watched yet.
    public func add(_ fileDescriptor: Int32, token: UInt64, interest: Interest) throws(SystemError) {
        try SystemCall.linux { clx_epoll_add(descriptor, fileDescriptor, interest.rawValue, token) }
            .get("epoll_ctl add \(fileDescriptor)")
    }

    /// Changes what a watched descriptor is watched for.
    public func modify(_ fileDescriptor: Int32, token: UInt64, interest: Interest) throws(SystemError) {
        try SystemCall.linux { clx_epoll_modify(descriptor, fileDescriptor, interest.rawValue, token) }
            .get("epoll_ctl modify \(fileDescriptor)")
    }

    /// Watches a descriptor no more.
    public func remove(_ fileDescriptor: Int32) throws(SystemError) {
        try SystemCall.linux { clx_epoll_remove(descriptor, fileDescriptor) }
            .get("epoll_ctl remove \(fileDescriptor)")
    }

    /// Waits until something is ready or `deadline` has come; nil waits for ever.
    ///
    /// Returns how many events there are: read them by subscript before the next call. An interrupted wait
    /// and a deadline give 0.
    public func wait(until deadline: Instant?) throws(SystemError) -> Int {
        var timeout: Int64 = -1
        if let deadline {
            timeout = max(0, (deadline - MonotonicClock.now()).wholeNanoseconds)
        }
        let count = clx_epoll_wait(descriptor, events, Int32(Self.batchSize), timeout)
        if count == -EINTR { return 0 }
        guard count >= 0 else { throw SystemError("epoll_wait", -count) }
        return Int(count)
    }

    /// The event at `index` of the last `wait`.
    public subscript(index: Int) -> Event {
        precondition(index >= 0 && index < Self.batchSize)
        return Event(token: events[index].token, readiness: events[index].readiness)
    }
}
