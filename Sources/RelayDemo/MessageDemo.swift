import Namespaces
import Trial

/// The part of the demo with messages: the network, the relay, the echo peer, and the client's three runs.
struct MessageDemo {
    let server: RelayServer
    /// The directory castrelay lies in.
    let binaries: String
    let directory: TemporaryDirectory

    /// Runs all three; `show` gets each row as soon as it is known.
    ///
    /// Throws when something could not be built or started at all.
    func run(show: (DemoResult.Row) -> Void) throws -> [DemoResult.Row] {
        let network = try DemoNetwork()
        let relay = try RelayProcess(
            server,
            castrelayIn: binaries,
            network: network,
            directory: directory
        )
        let peer = try EchoPeer(on: network.peer)
        defer {
            peer.stop()
            relay.stop()
        }
        let credential = try relay.mint(user: "demo")
        var rows: [DemoResult.Row] = []
        for transport in CoturnClient.Transport.allCases {
            let client = CoturnClient(
                transport: transport,
                relay: network.relay.v4,
                peer: network.peer.v4,
                credential: credential,
                authority: relay.certificate.authority
            )
            let row = Self.row(transport, try client.run(in: network.client.namespace))
            show(row)
            rows.append(row)
        }
        return rows
    }

    private static func row(
        _ transport: CoturnClient.Transport,
        _ report: CoturnClient.Report
    ) -> DemoResult.Row {
        let lines = report.output.split(separator: "\n").map(String.init)
        return DemoResult.Row(
            transport: transport.rawValue,
            sent: report.loss?.sent ?? 0,
            arrived: report.loss?.received ?? 0,
            lost: report.loss?.lost ?? 0,
            seconds: report.duration / .seconds(1),
            said: report.loss?.text ?? lines.last ?? "the client said nothing",
            passed: report.loss?.isComplete ?? false
        )
    }
}
