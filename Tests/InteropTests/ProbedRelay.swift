import Glibc
import JSON
import Namespaces
import SansIO
import Testing
import Trial

@testable import RelayDemo

/// A relay in a network, and another host from which it is probed by name.
final class ProbedRelay {
    /// What a probe is asked with instead of the usual.
    enum Option: Hashable, Sendable {
        /// The name stands in no file of hosts.
        case withoutName
        /// The server is asked for by a name that its certificate does not have.
        case anotherName
        /// The authority of the certificate is not named.
        case withoutAuthority
        /// Another server than the host as a whole.
        case target(String)
        case withoutCredential
        case wrongSecret
        case expiredCredential
        /// The endpoint that tells clients their servers, and nobody who has signed in.
        case iceConfigWithoutToken
    }

    /// How a probe ended and what it said.
    struct Outcome {
        let ending: ChildProcess.Ending?
        let output: String
        let report: JSONValue

        /// By name, how each leg went.
        var legs: [String: String] {
            var legs: [String: String] = [:]
            for leg in report["legs"]?.array ?? [] {
                if let name = leg["name"]?.string { legs[name] = leg["outcome"]?.string }
            }
            return legs
        }
    }

    let network: DemoNetwork
    let relay: RelayProcess
    private let directory: TemporaryDirectory
    private static let otherName = "other.castlab.test"

    init(_ breakage: ProbeBreakage? = nil) throws {
        directory = try TemporaryDirectory()
        network = try DemoNetwork()
        var settings = RelayProcess.Settings()
        settings.unauthenticatedAnswers = 1000
        settings.iceConfig = RelayProcess.Settings.IceConfig(
            issuer: SignedInUser.issuer,
            tokenSecretFile: try directory.write("the project's own secret", to: "token-secret"),
            origin: "https://app.example"
        )
        try breakage?.settings(&settings)
        relay = try RelayProcess(
            breakage?.server ?? .castrelay,
            castrelayIn: TestMachine.binaries,
            network: network,
            directory: directory,
            settings: settings
        )
        try breakage?.spoil(relay)
        if let rules = breakage?.rules, !rules.isEmpty {
            try PacketFilter(of: network.relay.namespace).load(rules)
        }
    }

    deinit {
        relay.stop()
    }

    func probe(_ options: [Option] = [], json: Bool = true) throws -> Outcome {
        let child = try start([], options, json: json)
        let ending = child.wait(for: .seconds(60))
        let report = (try? JSONValue(decoding: Array(child.output.text.utf8))) ?? .null
        return Outcome(ending: ending, output: child.output.text + child.errors.text, report: report)
    }

    func start(_ more: [String], _ options: [Option] = [], json: Bool) throws -> ChildProcess {
        var target = options.contains(.anotherName) ? Self.otherName : RunCertificate.relayName
        for case .target(let text) in options { target = text }
        if options.contains(.iceConfigWithoutToken) {
            target = "https://\(RunCertificate.relayName):\(RelayProcess.iceConfigPort)/api/public/ice-config"
        }
        var arguments = ["probe", target, "--timeout", "700ms"] + more
        if json { arguments.append("--json") }
        if !options.contains(.withoutAuthority) {
            arguments += ["--ca-file", relay.certificate.authority]
        }
        var program = Program(path: "\(TestMachine.binaries)/castrelay", arguments: arguments)
        try addCredential(options, to: &program)
        let names =
            options.contains(.withoutName) ? "nobody" : "\(RunCertificate.relayName) \(Self.otherName)"
        program.hostsFile = try directory.write(
            "127.0.0.1 localhost\n\(network.relay.v4) \(names)\n",
            to: "hosts"
        )
        return try ChildProcess(program, in: network.client.namespace)
    }

    private func addCredential(_ options: [Option], to program: inout Program) throws {
        if options.contains(.iceConfigWithoutToken) || options.contains(.withoutCredential) { return }
        if options.contains(.expiredCredential) {
            program.arguments += ["--username", "\(time(nil) - 3600):somebody"]
            program.environment["CASTRELAY_CREDENTIAL"] = "bm90IHRoZSByaWdodCBzZWNyZXQ="
            return
        }
        let file =
            options.contains(.wrongSecret)
            ? try directory.write("not the relay's secret, but as long\n", to: "wrong-secret")
            : relay.secretFile
        program.arguments += ["--secret-file", file]
    }

    /// How many allocations the relay has told of, and how many of those ended.
    func allocations() -> (begun: Int, ended: Int) {
        // SIGTERM would end those that are left: it is asked to say what it knows before.
        relay.child.send(signal: SIGHUP)
        _ = relay.child.errors.line(within: .milliseconds(300)) { _ in false }
        let lines = (relay.child.errors.text + relay.child.output.text).split(separator: "\n")
        return (lines.count { $0.contains(" allocated ") }, lines.count { $0.contains(" ended ") })
    }

    /// No secret and no credential in what was printed.
    func requireNoSecret(in output: String) throws {
        let file = try #require(fopen(relay.secretFile, "r"))
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 256)
        let count = fread(&buffer, 1, 255, file)
        let line = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        let secret = try #require(line.split(whereSeparator: \.isNewline).first)
        #expect(!output.contains(secret))
        #expect(!output.contains("bm90IHRoZSByaWdodCBzZWNyZXQ="))
    }
}

extension RelayProcess {
    /// Puts the certificate alone in the place of the chain, and tells the relay to look.
    func sendOnlyTheCertificate() throws {
        let file = try #require(fopen(certificate.chain, "r+"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        let end = "-----END CERTIFICATE-----\n"
        let first = try #require(text.firstRange(of: end)).upperBound
        ftruncate(fileno(file), text[..<first].utf8.count)
        child.send(signal: SIGHUP)
        _ = child.errors.line(within: .seconds(2)) { $0.contains("certificate") }
    }
}
