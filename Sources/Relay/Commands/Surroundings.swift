import Glibc
public import SansIO

/// What a command may know of the machine and the moment; a test states it.
public struct Surroundings: Sendable {
    public var environment: [String: String]
    public var now: UnixTime
    public var processorCount: Int
    /// The addresses of the machine's interfaces; empty when they are not known.
    public var interfaces: [IPAddress]
    /// Whether standard output is a terminal.
    public var isTerminal: Bool

    public init(
        environment: [String: String] = [:],
        now: UnixTime,
        processorCount: Int = 1,
        interfaces: [IPAddress] = [],
        isTerminal: Bool = false
    ) {
        self.environment = environment
        self.now = now
        self.processorCount = processorCount
        self.interfaces = interfaces
        self.isTerminal = isTerminal
    }

    /// This process, now.
    static func current(interfaces: [IPAddress]) -> Surroundings {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let mark = text.firstIndex(of: "=") {
                variables[String(text[..<mark])] = String(text[text.index(after: mark)...])
            }
            next += 1
        }
        return Surroundings(
            environment: variables,
            now: UnixTime(seconds: Int64(time(nil))),
            processorCount: max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1),
            interfaces: interfaces,
            isTerminal: isatty(STDOUT_FILENO) == 1
        )
    }
}
