internal import Glibc

/// The one policy for `errno`: an interrupted call is made again, "would block" is nothing, all else fails.
enum SystemCall {
    /// Makes a call that returns -1 and sets `errno`; nil when it would block, -errno when it failed.
    @inline(__always)
    static func outcome(_ call: () -> Int) -> Outcome {
        while true {
            let result = call()
            if result >= 0 { return .value(result) }
            let code = errno
            if code == EINTR { continue }
            return code == EAGAIN || code == EWOULDBLOCK ? .wouldBlock : .failure(code)
        }
    }

    /// Makes a call of CLinux, which returns -errno.
    @inline(__always)
    static func linux(_ call: () -> Int32) -> Outcome {
        while true {
            let result = call()
            if result >= 0 { return .value(Int(result)) }
            if result == -EINTR { continue }
            return result == -EAGAIN ? .wouldBlock : .failure(-result)
        }
    }

    enum Outcome {
        case value(Int)
        case wouldBlock
        case failure(Int32)
    }
}

extension SystemCall.Outcome {
    /// The call's value; for calls that never would block.
    @discardableResult
    func get(_ name: @autoclosure () -> String) throws(SystemError) -> Int {
        switch self {
        case .value(let value): value
        case .wouldBlock: throw SystemError(name(), EAGAIN)
        case .failure(let code): throw SystemError(name(), code)
        }
    }
}
