import Glibc
import Namespaces
import Trial

/// A relay running in the demo network, with a secret of its own.
final class RelayProcess {
    /// What differs between runs.
    struct Settings {
        /// Answers RFC 5780 from a second address and port.
        var hasAlternate = false
        /// How many allocations one user may have at once.
        var maxAllocationsPerUser: Int?
        /// How many answers a source gets that has proved nothing, per second and at once.
        var unauthenticatedAnswers: Int?
        /// The ports to relay from.
        var relayPorts = "49152-49351"
        /// Answers `ice-config` for users that this issuer has signed in.
        var iceConfig: IceConfig?
        /// More options of castrelay, or lines of coturn's file.
        var options: [String] = []
        /// Whether coturn relays only for those who have a credential.
        var asksForCredentials = true
        /// Variables that its process has besides the usual ones.
        var environment: [String: String] = [:]

        /// What `ice-config` is to be answered with.
        struct IceConfig {
            var issuer: String
            /// The file with the secret that tokens are signed with.
            var tokenSecretFile: String
            /// The pages that may read the answer.
            var origin: String
            /// More options of castrelay.
            var options: [String] = []
        }
    }

    static let port: UInt16 = 3478
    static let tlsPort: UInt16 = 5349
    static let alternatePort: UInt16 = 3479
    static let iceConfigPort: UInt16 = 8443

    let server: RelayServer
    let certificate: RunCertificate
    let child: ChildProcess
    private let program: String
    private let namespace: NetworkNamespace
    /// The file with the secret it shares with whoever makes credentials.
    let secretFile: String
    private let secret: String

    /// Starts the relay in `network` and returns when it is ready.
    init(
        _ server: RelayServer,
        castrelayIn binaries: String,
        network: DemoNetwork,
        directory: TemporaryDirectory,
        settings: Settings = Settings()
    ) throws {
        self.server = server
        namespace = network.relay.namespace
        program = try server.path(castrelayIn: binaries)
        certificate = try RunCertificate(
            for: [network.relay.v4, network.relay.v6],
            in: namespace,
            directory
        )
        secret = Self.randomSecret()
        secretFile = try directory.write("\(secret)\n", to: "secret")
        let arguments =
            switch server {
            case .castrelay:
                Self.castrelayArguments(network, settings, certificate, secretFile)
            case .coturn:
                [
                    "-c",
                    try directory.write(
                        Self.coturnFile(network, settings, certificate, secret),
                        to: "coturn"
                    ),
                ]
            }
        var started = Program(path: program, arguments: arguments)
        started.environment.merge(settings.environment) { $1 }
        child = try ChildProcess(started, in: namespace)
        let isReady = child.output.line(within: .seconds(10)) { line in
            server == .castrelay ? line.hasPrefix("ready") : line.contains("Total General servers")
        }
        guard isReady != nil else {
            let what =
                child.wait(for: .seconds(1)).map { "\($0) before it was ready" }
                ?? "was not ready within 10 s"
            throw DemoFailure("\(program) \(what)\(Self.lastWords(child))")
        }
    }

    /// A credential good for 13 hours.
    func mint(user: String) throws -> Credential {
        switch server {
        case .castrelay: try mintWithCastrelay(user)
        case .coturn: try mintWithOpenSSL(user)
        }
    }

    /// A credential of the right form, made with a secret the relay does not have.
    func mintWrongly(user: String) throws -> Credential {
        Credential(username: try mint(user: user).username, credential: "bm90IHRoZSByaWdodCBzZWNyZXQ=")
    }

    /// Whether the process is still there.
    var isRunning: Bool { child.wait(for: .zero) == nil }

    /// The end of what it printed and logged, for whoever looks into a failure.
    var lastWords: String { Self.lastWords(child) }

    /// Asks it to end and tells how it did.
    @discardableResult
    func stop() -> ChildProcess.Ending { child.stop() }

    private func mintWithCastrelay(_ user: String) throws -> Credential {
        let arguments = [
            "creds", "mint", "--user", user, "--ttl", "13h", "--secret-file", secretFile, "--json",
        ]
        let mint = try ChildProcess(Program(path: program, arguments: arguments), in: namespace)
        guard mint.wait(for: .seconds(10)) == .exited(0), let credential = Credential(json: mint.output.text)
        else { throw DemoFailure("castrelay creds mint failed\(Self.lastWords(mint))") }
        return credential
    }

    private func mintWithOpenSSL(_ user: String) throws -> Credential {
        let username = "\(time(nil) + 13 * 3600):\(user)"
        let script =
            "printf %s \"$NAME\" | openssl dgst -sha1 -hmac \"$(cat \"$SECRET\")\" -binary | openssl base64"
        var program = Program(path: "/bin/sh", arguments: ["-c", script])
        program.environment["NAME"] = username
        program.environment["SECRET"] = secretFile
        let mint = try ChildProcess(program, in: namespace)
        guard mint.wait(for: .seconds(10)) == .exited(0) else {
            throw DemoFailure("openssl could not make a credential\(Self.lastWords(mint))")
        }
        return Credential(username: username, credential: String(mint.output.text.filter { $0 != "\n" }))
    }

    private static func castrelayArguments(
        _ network: DemoNetwork,
        _ settings: Settings,
        _ certificate: RunCertificate,
        _ secretFile: String
    ) -> [String] {
        var arguments = [
            "run", "--listen", "\(network.relay.v4),\(network.relay.v6)", "--port", "\(port)",
            "--tls-port", "\(tlsPort)", "--tls-certificate", certificate.chain,
            "--tls-key", certificate.key, "--secret-file", secretFile, "--relay-ports", settings.relayPorts,
            "--allow-peer", "198.18.0.0/15,2001:2::/48",
        ]
        if settings.hasAlternate {
            arguments += ["--alternate-listen", "\(network.alternate.v4)"]
            arguments += ["--alternate-port", "\(alternatePort)"]
        }
        if let limit = settings.maxAllocationsPerUser {
            arguments += ["--allocations-per-user", "\(limit)"]
        }
        if let limit = settings.unauthenticatedAnswers {
            arguments += ["--unauthenticated-answers-per-source", "\(limit)"]
            arguments += ["--unauthenticated-answers-burst", "\(limit)"]
        }
        if let iceConfig = settings.iceConfig {
            arguments += [
                "--ice-config-port", "\(iceConfigPort)", "--ice-config-host", RunCertificate.relayName,
            ]
            arguments += ["--ice-config-issuer", iceConfig.issuer]
            arguments += ["--ice-config-token-secret-file", iceConfig.tokenSecretFile]
            arguments += ["--ice-config-origins", iceConfig.origin] + iceConfig.options
        }
        return arguments + settings.options
    }

    private static func coturnFile(
        _ network: DemoNetwork,
        _ settings: Settings,
        _ certificate: RunCertificate,
        _ secret: String
    ) -> String {
        var lines = [
            "listening-ip=\(network.relay.v4)", "listening-ip=\(network.relay.v6)",
            "relay-ip=\(network.relay.v4)", "relay-ip=\(network.relay.v6)",
            "listening-port=\(port)", "tls-listening-port=\(tlsPort)",
            "cert=\(certificate.chain)", "pkey=\(certificate.key)",
            "realm=castlab.test",
            "min-port=49152", "max-port=49351",
            "no-cli", "no-dtls", "simple-log", "log-file=stdout", "pidfile=/dev/null",
        ]
        if settings.hasAlternate {
            lines += ["listening-ip=\(network.alternate.v4)", "alt-listening-port=\(alternatePort)"]
        }
        if let limit = settings.maxAllocationsPerUser { lines.append("user-quota=\(limit)") }
        lines +=
            settings.asksForCredentials
            ? ["use-auth-secret", "static-auth-secret=\(secret)"] : ["no-auth"]
        lines += settings.options
        return lines.joined(separator: "\n") + "\n"
    }

    static func randomSecret() -> String {
        let digits = Array("0123456789abcdef")
        var random = SystemRandomNumberGenerator()
        return String((0..<40).map { _ in digits[Int(random.next() % 16)] })
    }

    /// The end of what a child said, for an error.
    private static func lastWords(_ child: ChildProcess) -> String {
        let said = (child.output.lines + child.errors.lines).filter { !$0.isEmpty }.suffix(5)
        return said.isEmpty ? "" : "; it said: " + said.joined(separator: " | ")
    }
}
