internal import Glibc

/// The wardens of this process's children, for the moment in which it is interrupted.
enum LiveWardens {
    // Made once and never freed. A lock of Synchronization's is invisible to the thread sanitizer.
    private nonisolated(unsafe) static let lock: UnsafeMutablePointer<pthread_mutex_t> = {
        let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
        return lock
    }()
    private nonisolated(unsafe) static var pids: Set<CInt> = []

    static func insert(_ pid: CInt) { locked { _ = pids.insert(pid) } }

    static func remove(_ pid: CInt) { locked { _ = pids.remove(pid) } }

    /// Ends them all with their trees, and returns when nothing of these is left.
    static func end() {
        locked {
            for pid in pids { kill(pid, SIGKILL) }
            for pid in pids {
                // Waits without reaping: whoever owns the child reaps it, if anybody still does.
                var information = siginfo_t()
                while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            }
        }
    }

    private static func locked(_ body: () -> Void) {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        body()
    }
}
