internal import Glibc

/// A call to the kernel that failed: what was being done, and the kernel's answer.
public struct KernelError: Error, Hashable, CustomStringConvertible {
    /// What was being done, as words that continue "could not": `add 198.18.0.1/24 to eth0`.
    public let action: String
    /// The `errno`; 0 where the reason is in `detail` alone.
    public let code: CInt
    /// The reason in words.
    public let detail: String

    public init(_ action: String, code: CInt) {
        self.action = action
        self.code = code
        detail = String(cString: strerror(code))
    }

    public init(_ action: String, detail: String) {
        self.action = action
        code = 0
        self.detail = detail
    }

    public var description: String { "could not \(action): \(detail)" }
}

/// The value of a call that answers with -errno when it fails.
func checked(_ result: CInt, _ action: @autoclosure () -> String) throws(KernelError) -> CInt {
    guard result >= 0 else { throw KernelError(action(), code: -result) }
    return result
}
