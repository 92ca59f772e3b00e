/// How a command ended, as its caller sees it.
public enum ExitCode: Int32, Hashable, Sendable {
    case passed = 0
    /// What was checked does not hold.
    case failed = 1
    /// Wrong usage or configuration.
    case usage = 2
    /// This machine cannot do what was asked.
    case cannotRun = 3
    /// Our own fault.
    case internalError = 4
}
