internal import Glibc

/// A thread of its own for one piece of work, which the caller waits for.
///
/// A network namespace belongs to a thread. One that changed its namespace cannot go back to a pool, so
/// each visit gets a fresh thread.
enum PinnedThread {
    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Runs `body` on a new thread and returns what it returned or threw.
    ///
    /// The caller stands still meanwhile, so `body` may use what the caller owns.
    static func run<Result>(_ body: () throws -> Result) throws -> Result {
        var outcome: Swift.Result<Result, any Error>?
        try withUnsafeMutablePointer(to: &outcome) { outcome in
            let place = outcome
            try withoutActuallyEscaping(body) { body in
                let work = Work { place.pointee = Swift.Result { try body() } }
                try start(work)
            }
        }
        guard let outcome else { throw KernelError("run a thread", code: ESRCH) }
        return try outcome.get()
    }

    private static func start(_ work: Work) throws(KernelError) {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(work)
        let code = pthread_create(
            &thread,
            nil,
            { PinnedThread.enter($0) },
            argument.toOpaque()
        )
        guard code == 0 else {
            argument.release()
            throw KernelError("start a thread", code: code)
        }
        pthread_join(thread, nil)
    }

    private static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let argument = argument {
            Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
    }
}
