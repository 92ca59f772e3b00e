import Namespaces
import STUN
import SansIO
import Trial

/// A server under measurement: one worker, tied to one CPU, its log off, its quotas out of the way.
final class BenchedServer {
    static let port: UInt16 = 3478
    static let tlsPort: UInt16 = 5349
    private static let relayPorts: ClosedRange<UInt16> = 20_000...31_999

    /// What both kinds of server are given.
    struct Settings {
        /// The directory that castrelay lies in.
        var binaries: String
        var rival = Rival.coturn
        var directory: TemporaryDirectory
        var certificate: RunCertificate
        var secret: SharedSecret
        var secretText: String
        var cpu: Int
    }

    let contender: Contender
    let network: BenchNetwork
    let settings: Settings
    private let child: ChildProcess

    /// Starts it in `network`; it answers soon after.
    init(_ contender: Contender, in network: BenchNetwork, _ settings: Settings) throws {
        self.contender = contender
        self.network = network
        self.settings = settings
        var program =
            switch (contender, settings.rival) {
            case (.rival, .coturn): try Self.coturn(settings)
            case (.rival, .castrelay(let path)): try Self.castrelay(path, settings)
            case (.castrelay, _), (.direct, _): try Self.castrelay("\(settings.binaries)/castrelay", settings)
            }
        program.cpu = settings.cpu
        child = try ChildProcess(program, in: network.server, output: .captured, errors: .captured)
    }

    deinit {
        child.stop()
    }

    /// The process to be asked for its CPU and memory.
    var pid: Int? { child.programPID.map { Int($0) } }

    /// What it had to say, for whoever looks into a failure.
    var lastWords: String {
        (child.output.lines + child.errors.lines).filter { !$0.isEmpty }.suffix(5).joined(separator: " | ")
    }

    /// What the tables call it.
    var name: String { contender == .rival ? settings.rival.name : contender.rawValue }

    private static func castrelay(_ path: String, _ settings: Settings) throws -> Program {
        guard Program.find(path) != nil else { throw MissingProgram(name: path) }
        let secretFile = try settings.directory.write("\(settings.secretText)\n", to: "secret")
        let arguments = [
            "run", "--listen", "\(BenchNetwork.serverAddress)", "--relay-address",
            "\(BenchNetwork.relayAddress)",
            "--port", "\(port)", "--tls-port", "\(tlsPort)",
            "--tls-certificate", settings.certificate.chain, "--tls-key", settings.certificate.key,
            "--secret-file", secretFile, "--allow-peer", "198.18.0.0/15",
            "--relay-ports", "\(relayPorts.lowerBound)-\(relayPorts.upperBound)",
            "--workers", "1", "--log-level", "error", "--bandwidth-per-allocation", "0",
            "--unauthenticated-answers-per-source", "1000000", "--unauthenticated-answers-burst", "1000000",
        ]
        return Program(path: path, arguments: arguments)
    }

    private static func coturn(_ settings: Settings) throws -> Program {
        let lines = [
            "listening-ip=\(BenchNetwork.serverAddress)", "relay-ip=\(BenchNetwork.relayAddress)",
            "listening-port=\(port)", "tls-listening-port=\(tlsPort)",
            "cert=\(settings.certificate.chain)", "pkey=\(settings.certificate.key)",
            "use-auth-secret", "static-auth-secret=\(settings.secretText)", "realm=castlab.test",
            "min-port=\(relayPorts.lowerBound)", "max-port=\(relayPorts.upperBound)",
            "relay-threads=1", "no-cli", "no-dtls", "simple-log", "no-stdout-log", "log-file=/dev/null",
            "pidfile=/dev/null",
        ]
        let file = try settings.directory.write(lines.joined(separator: "\n") + "\n", to: "coturn")
        return try Program(named: "turnserver", arguments: ["-c", file])
    }
}
