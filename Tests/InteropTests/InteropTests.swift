import Namespaces
import Testing
import Trial

@testable import RelayDemo

/// The relay and programs of others, one test after the other, each in a network of its own.
@Suite(.serialized, .needsRoot)
struct InteropTests {}

/// A network with a running relay and an echo peer, for one test.
struct RunningRelay {
    let directory: TemporaryDirectory
    let network: DemoNetwork
    let relay: RelayProcess
    let peer: EchoPeer

    init(_ settings: RelayProcess.Settings = RelayProcess.Settings()) throws {
        directory = try TemporaryDirectory()
        network = try DemoNetwork()
        relay = try RelayProcess(
            TestMachine.server,
            castrelayIn: TestMachine.binaries,
            network: network,
            directory: directory,
            settings: settings
        )
        peer = try EchoPeer(on: network.peer)
    }

    /// coturn's client, with a credential that is good.
    func client(_ transport: CoturnClient.Transport) throws -> CoturnClient {
        CoturnClient(
            transport: transport,
            relay: network.relay.v4,
            peer: network.peer.v4,
            credential: try relay.mint(user: "interop"),
            authority: relay.certificate.authority
        )
    }

    /// What a program printed in the client's host within `limit`.
    func output(of program: Program, limit: Duration = .seconds(10)) throws -> String {
        let child = try ChildProcess(program, in: network.client.namespace)
        if child.wait(for: limit) == nil { child.endTree() }
        return child.output.text + child.errors.text
    }
}
