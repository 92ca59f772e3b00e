import Arguments
import EventLoop
import Glibc
import Namespaces
import STUN
import Trial

/// The command `relay-bench`.
@main
enum Command {
    static let version = "relay-bench 0.1"
    private static let generatorCPU = 0
    private static let serverCPU = 1

    static func main() {
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ arguments: [String]) -> ExitCode {
        let options: ComparisonOptions
        do throws(UsageError) {
            switch try ComparisonOptions.command.parse(arguments, version: version) {
            case .print(let text):
                say(text)
                return .passed
            case .run(let invocation): options = try ComparisonOptions(invocation)
            }
        } catch {
            complain(error.description)
            return error.exitCode
        }
        guard geteuid() == 0 else {
            complain("relay-bench: network namespaces need root; start it with sudo")
            return .cannotRun
        }
        guard sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1 else {
            complain("relay-bench: the generator and the server need a CPU each, and there is one")
            return .cannotRun
        }
        do {
            let directory = try TemporaryDirectory()
            Interruption.handle { directory.remove() }
            defer { directory.remove() }
            return try compare(options, in: directory)
        } catch let trouble as BenchTrouble {
            complain("relay-bench: \(trouble)")
            return .internalError
        } catch {
            complain("relay-bench: this machine cannot run it: \(error)")
            return .cannotRun
        }
    }

    private static func compare(
        _ options: ComparisonOptions,
        in directory: TemporaryDirectory
    ) throws -> ExitCode {
        try DescriptorLimit.raise()
        let text = randomSecret()
        guard let secret = SharedSecret(text) else { throw BenchTrouble("no secret could be made") }
        let settings = BenchedServer.Settings(
            binaries: directoryOfThisProgram(),
            rival: options.rival,
            directory: directory,
            certificate: try RunCertificate(
                for: [BenchNetwork.serverAddress],
                in: NetworkNamespace(label: "workshop"),
                directory
            ),
            secret: secret,
            secretText: text,
            cpu: serverCPU
        )
        let generator = Generator(cpu: generatorCPU, secret: secret)
        let comparison = Comparison(options.extent, settings, generator) { text in
            complain("relay-bench: \(text)")
        }
        let report = ComparisonReport(
            try comparison.run(),
            rounds: options.extent.rounds,
            rival: options.rival
        )
        say(options.printsJSON ? report.json : report.text)
        return report.faults.isEmpty ? .passed : .failed
    }

    private static func randomSecret() -> String {
        let digits = Array("0123456789abcdef")
        var random = SystemRandomNumberGenerator()
        return String((0..<40).map { _ in digits[Int(random.next() % 16)] })
    }

    private static func directoryOfThisProgram() -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer[..<max(0, length)].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    private static func complain(_ text: String) { say(text, to: STDERR_FILENO) }

    /// Writes a line at once, also into a pipe.
    private static func say(_ text: String, to descriptor: CInt = STDOUT_FILENO) {
        let line = "\(text)\n"
        _ = write(descriptor, line, line.utf8.count)
    }
}
