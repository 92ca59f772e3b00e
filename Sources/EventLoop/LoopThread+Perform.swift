extension LoopThread {
    /// Runs `body` on a thread of its own, tied to `cpu` if one is named, and returns or throws what it did.
    ///
    /// The caller waits. What the kernel counts by thread, such as processor time, is then the body's alone.
    public static func perform<Result: Sendable>(
        name: String,
        cpu: Int? = nil,
        _ body: @escaping @Sendable () throws -> Result
    ) throws -> Result {
        let outcome = Locked<Swift.Result<Result, any Error>?>(nil)
        let thread = try LoopThread(name: name, cpu: cpu) {
            let result = Swift.Result { try body() }
            outcome.withLock { $0 = result }
        }
        thread.join()
        guard let result = outcome.withLock({ $0 }) else {
            preconditionFailure("the thread \(name) ended without a result")
        }
        return try result.get()
    }
}
