import Glibc

/// Ends the process in order when it is interrupted.
///
/// The kernel undoes namespaces, devices and children of a process that ends, however it ends; what lies
/// in the file system is ours to remove.
package enum Interruption {
    /// Answers SIGINT, SIGTERM and SIGHUP from now on.
    ///
    /// They run `cleanUp` on a thread of its own and end the process with 128 + the signal's number. To be
    /// called before any other thread is started.
    package static func handle(by cleanUp: @escaping @Sendable () -> Void) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let work = Unmanaged.passRetained(Work(signals: signals, cleanUp: cleanUp))
        var thread = pthread_t()
        pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().wait()
            },
            work.toOpaque()
        )
    }

    private final class Work {
        var signals: sigset_t
        let cleanUp: @Sendable () -> Void

        init(signals: sigset_t, cleanUp: @escaping @Sendable () -> Void) {
            self.signals = signals
            self.cleanUp = cleanUp
        }

        func wait() -> Never {
            var signal: CInt = 0
            while sigwait(&signals, &signal) != 0 {}
            cleanUp()
            _exit(128 + signal)
        }
    }
}
