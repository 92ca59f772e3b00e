internal import Glibc
internal import Namespaces
internal import STUN
internal import SansIO
internal import Scenario
internal import Trial

/// A castrelay on a host of a network, and what programs have to know to use it.
///
/// It ends with this value.
final class NetworkRelay {
    static let port: UInt16 = 3478
    /// Where firewalls let TLS pass that let nothing else.
    static let tlsPort: UInt16 = 443
    private static let alternatePort: UInt16 = 3479

    private let child: ChildProcess
    private let secret: SharedSecret
    private let certificate: RunCertificate
    private let name: String

    /// Starts it and returns when it is ready.
    ///
    /// With a second address on its host it answers RFC 5780. The lab's ranges are allowed as peers, which the
    /// standard policy denies.
    init(
        _ program: String,
        on host: LabHost,
        of network: LabNetwork,
        advertising outside: IPAddress?,
        _ directory: TemporaryDirectory
    ) throws {
        name = host.plan.name
        let addresses = host.plan.interfaces.flatMap { $0.addresses.map(\.address) }
        let first = IPAddress.Family.allCases.compactMap { family in
            addresses.first { $0.family == family }
        }
        let secretText = Self.randomSecret()
        guard let secret = SharedSecret(secretText), let own = first.first else {
            throw MachineUnfit(description: "\(name) has no address to relay from")
        }
        self.secret = secret
        certificate = try RunCertificate(
            for: first + (outside.map { [$0] } ?? []),
            names: ["\(host.plan.name).\(Self.domain)"],
            in: host.namespace,
            directory
        )
        var arguments = [
            "run", "--listen", first.map(\.description).joined(separator: ","),
            "--secret-file", try directory.write("\(secretText)\n", to: "secret"),
            "--tls-certificate", certificate.chain, "--tls-key", certificate.key,
            "--tls-port", "\(Self.tlsPort)",
            "--allow-peer", "198.18.0.0/15,2001:2::/48", "--workers", "1",
        ]
        if let outside { arguments += ["--external-ip", "\(outside)/\(own)"] }
        if let second = addresses.first(where: { $0.family == .v4 && $0 != own }) {
            arguments += ["--alternate-listen", "\(second)", "--alternate-port", "\(Self.alternatePort)"]
        }
        child = try network.start(Program(path: program, arguments: arguments), on: host)
        guard child.output.line(within: .seconds(10), where: { $0.hasPrefix("ready") }) != nil else {
            let ending = child.wait(for: .zero).map { "\($0)" } ?? "was not ready within 10 s"
            throw MachineUnfit(
                description: "castrelay on \(name) \(ending): \(child.errors.text)\(child.output.text)"
            )
        }
    }

    /// What programs are told, by variables: where the relay is, and a credential for it.
    var environment: [String: String] {
        let host = "\(name).\(Self.domain)"
        let username = "\(time(nil) + 46_800):castlab"
        return [
            "CASTLAB_STUN": "stun:\(host):\(Self.port)",
            "CASTLAB_TURN": [
                "turn:\(host):\(Self.port)?transport=udp", "turn:\(host):\(Self.port)?transport=tcp",
                "turns:\(host):\(Self.tlsPort)?transport=tcp",
            ].joined(separator: ","),
            "CASTLAB_TURN_USERNAME": username,
            "CASTLAB_TURN_CREDENTIAL": secret.password(for: username),
            "CASTLAB_CA": certificate.authority,
        ]
    }

    private static let domain = "castlab.test"

    private static func randomSecret() -> String {
        let digits = Array("0123456789abcdef")
        var random = SystemRandomNumberGenerator()
        return String((0..<40).map { _ in digits[Int(random.next() % 16)] })
    }
}
