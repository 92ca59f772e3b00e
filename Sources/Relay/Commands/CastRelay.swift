public import Arguments
import Glibc
public import SansIO

/// The program `castrelay`: from a command line to an exit code.
public enum CastRelay {
    /// Relays until told to stop; the source can be loaded again when the file has changed.
    ///
    /// The warnings of the configuration are not printed yet: they belong in the log that the relay opens.
    public typealias Run = @Sendable (LoadedConfiguration, ConfigurationSource) -> ExitCode

    public static let version = "0.1.0"

    /// Carries out this process's command line and ends the process.
    ///
    /// Without `run` there is no command of that name. `interfaces` are the machine's addresses, which `check`
    /// needs to tell what will be listened on.
    public static func main(interfaces: [IPAddress] = [], run: Run? = nil) -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let outcome = perform(arguments, in: .current(interfaces: interfaces), run: run)
        write(outcome.output, to: STDOUT_FILENO)
        write(outcome.errors, to: STDERR_FILENO)
        exit(outcome.exitCode.rawValue)
    }

    /// Carries out one command line.
    public static func perform(
        _ arguments: [String],
        in surroundings: Surroundings,
        run: Run? = nil
    ) -> CommandOutcome {
        do throws(UsageError) {
            switch try command(hasRun: run != nil).parse(arguments, version: version) {
            case .print(let text): return CommandOutcome(output: text)
            case .run(let invocation): return try perform(invocation, in: surroundings, run: run)
            }
        } catch {
            return CommandOutcome(errors: error.description, exitCode: error.exitCode)
        }
    }

    private static func perform(
        _ invocation: Invocation,
        in surroundings: Surroundings,
        run: Run?
    ) throws(UsageError) -> CommandOutcome {
        let source = ConfigurationSource(
            invocation,
            environment: surroundings.environment,
            processorCount: surroundings.processorCount
        )
        switch invocation.path {
        case ["check"]: return CheckCommand(source, invocation, surroundings).perform()
        case ["creds", "mint"]: return try MintCommand(source, invocation, surroundings).perform()
        case ["creds", "verify"]: return try VerifyCommand(source, invocation, surroundings).perform()
        case ["probe"]: return try ProbeCommand(source, invocation, surroundings).perform()
        case ["ice-config"]: return try IceConfigCommand(invocation, surroundings).perform()
        case ["bench"]: return try BenchCommand(source, invocation, surroundings).perform()
        default:
            guard let run else {
                preconditionFailure("a command without an implementation: \(invocation.path)")
            }
            do throws(ConfigurationProblems) {
                return CommandOutcome(exitCode: run(try source.load(), source))
            } catch {
                return CommandOutcome(error)
            }
        }
    }

    /// Writes a text and what ends it; nothing of an empty one.
    static func write(_ text: String, to descriptor: Int32, ending: String = "\n") {
        guard !text.isEmpty else { return }
        var rest = Array("\(text)\(ending)".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
