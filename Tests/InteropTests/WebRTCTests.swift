import Namespaces
import Testing
import Trial

@testable import RelayDemo

extension InteropTests {
    /// Two peers of one kind in the client's host that may use relayed candidates only.
    @Suite struct WebRTCTests {
        @Test(.needs(TestMachine.python), arguments: CoturnClient.Transport.allCases)
        func aiortcCallsThroughTheRelay(_ transport: CoturnClient.Transport) throws {
            let running = try RunningRelay(.init(maxAllocationsPerUser: 64))
            let relay = running.network.relay.v4
            let url =
                transport == .tls
                ? "turns:\(relay):\(RelayProcess.tlsPort)?transport=tcp"
                : "turn:\(relay):\(RelayProcess.port)?transport=\(transport)"
            let line = try Self.call(TestMachine.python, "aiortc_relay.py", url, running)
            print("aiortc, \(transport):", line)
            #expect(line.hasPrefix("PASS"), "\(line)\(running.relay.lastWords)")
        }

        @Test(.needs(TestMachine.systemPython), arguments: [CoturnClient.Transport.udp, .tcp])
        func webrtcbinCallsThroughTheRelay(_ transport: CoturnClient.Transport) throws {
            let running = try RunningRelay(.init(maxAllocationsPerUser: 64))
            let relay = running.network.relay.v4
            let url = "turn://\(relay):\(RelayProcess.port)?transport=\(transport)"
            let line = try Self.call(TestMachine.systemPython, "webrtcbin_relay.py", url, running)
            print("webrtcbin, \(transport):", line)
            #expect(line.hasPrefix("PASS"), "\(line)\(running.relay.lastWords)")
        }

        /// The last line the script printed.
        private static func call(
            _ python: String,
            _ script: String,
            _ url: String,
            _ running: RunningRelay
        ) throws -> String {
            let credential = try running.relay.mint(user: "interop")
            var program = Program(path: python, arguments: [TestMachine.peer(script), url])
            program.environment["TURN_USERNAME"] = credential.username
            program.environment["TURN_CREDENTIAL"] = credential.credential
            program.environment["SSL_CERT_FILE"] = running.relay.certificate.authority
            program.environment["PYTHONDONTWRITEBYTECODE"] = "1"
            let output = try running.output(of: program, limit: .seconds(60))
            let lines = output.split(separator: "\n").map(String.init)
            return lines.last { $0.hasPrefix("PASS") || $0.hasPrefix("FAIL") } ?? "FAIL \(output)"
        }
    }
}
