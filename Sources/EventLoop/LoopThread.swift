internal import CLinux
internal import Glibc

/// An operating-system thread with a name, for a loop that owns it.
public final class LoopThread: @unchecked Sendable {
    private final class Start {
        let name: String
        let cpu: Int?
        let body: @Sendable () -> Void

        init(name: String, cpu: Int?, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.cpu = cpu
            self.body = body
        }
    }

    private let thread: pthread_t
    private let hasJoined = Locked<Bool>(false)

    /// Starts a thread.
    ///
    /// The kernel keeps 15 bytes of `name`; `cpu` ties the thread to one CPU, if it exists.
    public init(name: String, cpu: Int? = nil, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let start = Unmanaged.passRetained(Start(name: name, cpu: cpu, body: body))
        var thread = pthread_t()
        let failure = pthread_create(&thread, nil, { LoopThread.run($0) }, start.toOpaque())
        guard failure == 0 else {
            start.release()
            throw SystemError("pthread_create \(name)", failure)
        }
        self.thread = thread
    }

    deinit {
        if !hasJoined.withLock({ $0 }) { pthread_detach(thread) }
    }

    /// Waits until the body has returned.
    public func join() {
        let isFirst = hasJoined.withLock { joined in
            defer { joined = true }
            return !joined
        }
        if isFirst { pthread_join(thread, nil) }
    }

    private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        _ = clx_set_thread_name(start.name)
        if let cpu = start.cpu { _ = clx_set_affinity(Int32(clamping: cpu)) }
        start.body()
        return nil
    }
}
