import Namespaces
import SansIO

/// `socat` in the client's host: TCP connections to it leave as TLS connections to the relay.
///
/// coturn's client can speak TLS itself, but then throws away messages that arrive close together: with
/// 16 sessions it reported one in ten lost of those that the relay had written, coturn's relay and ours
/// alike. Over TCP it loses none, so here another program does the TLS, and checks the certificate.
final class TLSTunnel {
    static let address = IPAddress(127, 0, 0, 1)
    static let port: UInt16 = 5350
    private let child: ChildProcess

    /// Returns when it listens.
    init(to relay: IPAddress, authority: String, in namespace: NetworkNamespace) throws {
        let target = Endpoint(relay, RelayProcess.tlsPort)
        let program = try Program(
            named: "socat",
            arguments: [
                "-d", "-d", "TCP-LISTEN:\(Self.port),bind=\(Self.address),fork,nodelay,backlog=64",
                "OPENSSL:\(target),cafile=\(authority),verify=1,nodelay",
            ]
        )
        child = try ChildProcess(program, in: namespace)
        guard child.errors.line(within: .seconds(5), where: { $0.contains(" listening on ") }) != nil else {
            throw DemoFailure("socat did not listen: \(child.errors.text)")
        }
    }

    /// What it had to complain about.
    var complaints: String {
        child.errors.lines.filter { $0.contains(" E ") }.joined(separator: "\n")
    }

    func stop() { child.endTree() }
}
