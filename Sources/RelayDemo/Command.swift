import Glibc
import Namespaces
import Trial

/// The command `relay-demo`.
@main
enum Command {
    static let version = "relay-demo 0.1"

    static func main() {
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Returns the exit code.
    private static func run(_ arguments: [String]) -> CInt {
        let options: DemoOptions
        do {
            options = try DemoOptions(arguments)
        } catch {
            complain("\(error)")
            return 2
        }
        switch options.request {
        case .help:
            say(DemoOptions.help)
            return 0
        case .version:
            say(version)
            return 0
        case .run:
            return demonstrate(options)
        }
    }

    private static func demonstrate(_ options: DemoOptions) -> CInt {
        guard geteuid() == 0 else {
            complain("network namespaces need root; start it with sudo")
            return 3
        }
        do {
            let directory = try TemporaryDirectory()
            Interruption.handle { directory.remove() }
            defer { directory.remove() }
            return try demonstrate(options, in: directory)
        } catch let failure as DemoFailure {
            complain("\(failure)")
            return 4
        } catch {
            complain("this machine cannot run it: \(error)")
            return 3
        }
    }

    private static func demonstrate(_ options: DemoOptions, in directory: TemporaryDirectory) throws -> CInt {
        let demo = RelayDemo(
            server: options.server,
            binaries: RelayServer.directoryOfThisProgram(),
            directory: directory
        )
        if !options.printsJSON {
            say(
                "4 sessions x 400 messages of 1,200 bytes through \(options.server.rawValue), echoed by a peer"
            )
            say(DemoResult.heading())
        }
        let result = try demo.run { row in
            if !options.printsJSON { say(DemoResult.line(row)) }
        }
        say(options.printsJSON ? try result.json : result.verdict)
        return result.passed ? 0 : 1
    }

    private static func complain(_ text: String) {
        say("relay-demo: \(text)", to: STDERR_FILENO)
    }

    /// Writes a line at once, also into a pipe.
    private static func say(_ text: String, to descriptor: CInt = STDOUT_FILENO) {
        let line = "\(text)\n"
        _ = write(descriptor, line, line.utf8.count)
    }
}
