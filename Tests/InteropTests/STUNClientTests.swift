import Namespaces
import Testing

@testable import RelayDemo

extension InteropTests {
    @Suite struct STUNClientTests {
        @Test(.needs("turnutils_stunclient"))
        func learnsItsAddress() throws {
            let running = try RunningRelay()
            let relay = running.network.relay
            for (server, client) in [(relay.v4, " 198.18.0.10:"), (relay.v6, " 2001:2::10:")] {
                let output = try running.output(
                    of: Program(named: "turnutils_stunclient", arguments: ["\(server)"]),
                    limit: .seconds(5)
                )
                let line = output.split(separator: "\n").first { $0.contains("UDP reflexive addr: ") }
                print("stunclient:", line ?? "no answer")
                #expect(line?.contains(client) == true, "\(output)")
            }
        }

        @Test(.needs("turnutils_natdiscovery"))
        func findsNoNATWhereThereIsNone() throws {
            let running = try RunningRelay(.init(hasAlternate: true))
            let output = try running.output(
                of: Program(
                    named: "turnutils_natdiscovery",
                    arguments: ["-m", "-f", "\(running.network.relay.v4)"]
                ),
                limit: .seconds(20)
            )
            let found = output.split(separator: "\n").filter { $0.hasPrefix("NAT with ") }
            print("natdiscovery:", found.joined(separator: " "))
            #expect(
                found == [
                    "NAT with Endpoint Independent Mapping!", "NAT with Endpoint Independent Filtering!",
                ],
                "\(output)"
            )
        }
    }
}
