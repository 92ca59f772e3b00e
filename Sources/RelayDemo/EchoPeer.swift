import Namespaces

/// coturn's UDP echo server in the peer's host.
final class EchoPeer {
    static let port: UInt16 = 3480
    private let child: ChildProcess

    init(on host: DemoNetwork.Host) throws {
        let program = try Program(
            named: "turnutils_peer",
            arguments: ["-L", "\(host.v4)", "-L", "\(host.v6)", "-p", "\(Self.port)"]
        )
        child = try ChildProcess(program, in: host.namespace)
    }

    func stop() { child.endTree() }
}
