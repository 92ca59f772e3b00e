internal import Glibc

/// A program to start: its file, its arguments, what it sees of the environment.
public struct Program: Sendable {
    /// The file's absolute path.
    public var path: String
    /// The arguments after the program's own name.
    public var arguments: [String]
    /// Nothing of this process's environment is handed down but what stands here.
    public var environment: [String: String]
    /// The directory it starts in; nil for this process's.
    public var directory: String?
    /// A file that it sees as /etc/hosts; nil for the machine's.
    public var hostsFile: String?
    /// Whether it reads our standard input and stays with our terminal, as a command that a person has typed.
    ///
    /// Else its standard input is empty, and it is in a session of its own.
    public var sharesTerminal = false
    /// The CPU that it is tied to, with all it starts; nil for any.
    public var cpu: Int?

    public init(
        path: String,
        arguments: [String] = [],
        environment: [String: String] = Program.plainEnvironment,
        directory: String? = nil
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
    }

    /// A program found by its name in PATH and the usual system directories.
    public init(named name: String, arguments: [String] = []) throws(MissingProgram) {
        guard let path = Self.find(name) else { throw MissingProgram(name: name) }
        self.init(path: path, arguments: arguments)
    }

    /// The search path of this process, a plain locale, no colours.
    public static var plainEnvironment: [String: String] {
        var environment = ["LC_ALL": "C.UTF-8", "NO_COLOR": "1", "HOME": "/root"]
        for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return environment
    }

    /// The path of the executable file called `name`; a name with a slash is looked at as it stands.
    public static func find(_ name: String) -> String? {
        if name.contains("/") { return isExecutable(name) ? name : nil }
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let directories = path.split(separator: ":") + ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin"]
        return directories.lazy.map { "\($0)/\(name)" }.first(where: isExecutable)
    }

    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}

/// A program that is not installed.
public struct MissingProgram: Error, Hashable, CustomStringConvertible {
    public let name: String

    public init(name: String) {
        self.name = name
    }

    public var description: String { "the program \(name) is not installed" }
}
