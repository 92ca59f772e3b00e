internal import CLinux
internal import Glibc

/// Signals as something to read.
///
/// Make it before any other thread starts: threads inherit that the signals are blocked, and a thread that
/// did not would still be ended by them.
public final class SignalDescriptor: Sendable {
    /// A signal that means something to a server.
    public enum Signal: Hashable, Sendable, CaseIterable {
        case interrupt
        case terminate
        case hangUp
        case user1

        var number: Int32 {
            switch self {
            case .interrupt: SIGINT
            case .terminate: SIGTERM
            case .hangUp: SIGHUP
            case .user1: SIGUSR1
            }
        }
    }

    public let fileDescriptor: Int32

    /// Blocks `signals` for this thread and those it starts, and takes them from now on.
    public init(_ signals: [Signal] = Signal.allCases) throws(SystemError) {
        let numbers = signals.map(\.number)
        let outcome = SystemCall.linux { clx_signalfd(numbers, Int32(numbers.count)) }
        fileDescriptor = Int32(try outcome.get("signalfd"))
    }

    deinit {
        close(fileDescriptor)
    }

    /// The next signal that has arrived; nil when there is none.
    public func next() -> Signal? {
        guard case .value(let number) = SystemCall.linux({ clx_signalfd_read(fileDescriptor) }) else {
            return nil
        }
        return Signal.allCases.first { $0.number == Int32(number) }
    }
}
