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
            if let screenshots = options.screenshots { try OutputFile.makeDirectory(screenshots) }
        } catch {
            complain("--screenshots: \(error)")
            return 2
        }
        do {
            let directory = try TemporaryDirectory()
            Interruption.handle {
                ChildProcess.endAllTrees()
                directory.remove()
            }
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
        var rows: [DemoResult.Row] = []
        var casts: [CastResult] = []
        let binaries = RelayServer.directoryOfThisProgram()
        let announce: (String) -> Void = { if !options.printsJSON { say($0) } }
        if options.parts.contains(.messages) {
            announce(
                "4 sessions x 400 messages of 1,200 bytes through \(options.server.rawValue), echoed by a peer"
            )
            announce(DemoResult.heading())
            let demo = MessageDemo(server: options.server, binaries: binaries, directory: directory)
            rows = try demo.run { announce(DemoResult.line($0)) }
        }
        if options.parts.contains(.cast) {
            let demo = try CastDemo(
                castrelayIn: binaries,
                directory: directory,
                screenshots: options.screenshots
            )
            defer { demo.stop() }
            announce("\(demo.browserVersion) casts to another through castrelay, with what ice-config gives")
            announce(CastResult.heading)
            for transport in CastDemo.transports {
                let cast = try demo.cast(over: transport)
                announce(cast.line)
                if !cast.passed { cast.console.forEach { complain("console: \($0)") } }
                casts.append(cast)
            }
        }
        let result = DemoResult(relay: options.server, rows: rows, casts: casts)
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
