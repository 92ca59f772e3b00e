internal import Arguments
internal import Glibc

/// The program `castlab`: from a command line to an exit code.
public enum CastLab {
    static let version = "0.1.0"

    /// Carries out this process's command line and ends the process.
    public static func main() -> Never {
        // Whoever reads the output may go.
        signal(SIGPIPE, SIG_IGN)
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ arguments: [String]) -> ExitCode {
        do throws(UsageError) {
            switch try command.parse(arguments, version: version) {
            case .print(let text):
                Terminal.show(text)
                return .passed
            case .run(let invocation):
                return perform(invocation)
            }
        } catch {
            Terminal.complain(error.description)
            return error.exitCode
        }
    }

    private static func perform(_ invocation: Invocation) -> ExitCode {
        do {
            return try carryOut(invocation)
        } catch let error as UsageError {
            Terminal.complain(error.description)
            return error.exitCode
        } catch {
            Terminal.complain("castlab \(invocation.path.joined(separator: " ")): \(error)")
            return ExitCode(of: error)
        }
    }

    private static func carryOut(_ invocation: Invocation) throws -> ExitCode {
        switch invocation.path {
        case ["list"]: try ListCommand(invocation).perform()
        case ["show"]: try ShowCommand(invocation).perform()
        case ["up"]: try UpCommand(invocation).perform()
        case ["exec"]: try ExecCommand(invocation).perform()
        case ["event"]: try EventCommand(invocation).perform()
        case ["status"]: try StatusCommand(invocation).perform()
        case ["down"]: try DownCommand(invocation).perform()
        case ["clean"]: try CleanCommand().perform()
        case ["netcheck"]: try NetcheckCommand(invocation).perform()
        case ["selftest"]: try SelfTestCommand(invocation).perform()
        default: preconditionFailure("a command without an implementation: \(invocation.path)")
        }
    }
}
