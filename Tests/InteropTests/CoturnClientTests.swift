import Namespaces
import SansIO
import Testing

@testable import RelayDemo

extension InteropTests {
    @Suite(.needs("turnutils_uclient"), .needs("socat")) struct CoturnClientTests {
        /// One way to use the relay.
        struct Usage: Sendable, CustomTestStringConvertible {
            let testDescription: String
            var transport = CoturnClient.Transport.udp
            var clientFamily = IPAddress.Family.v4
            /// Nil for client to client.
            var peerFamily: IPAddress.Family? = .v4
            var messages = 100
            var options: [String] = []
        }

        @Test(arguments: [
            Usage(testDescription: "UDP", messages: 400),
            Usage(testDescription: "TCP", transport: .tcp, messages: 400),
            Usage(testDescription: "TLS", transport: .tls, messages: 400),
            Usage(testDescription: "IPv6 to the relay", clientFamily: .v6),
            Usage(testDescription: "IPv6 to the relay, TLS", transport: .tls, clientFamily: .v6),
            Usage(testDescription: "IPv6 relayed address", peerFamily: .v6, options: ["-x"]),
            Usage(testDescription: "Send indications", options: ["-s"]),
            Usage(testDescription: "Send indications, TCP", transport: .tcp, options: ["-s"]),
            Usage(testDescription: "both families in one Allocate", options: ["-Z"]),
            Usage(testDescription: "no RTCP pair", options: ["-c"]),
            Usage(testDescription: "padded ChannelData", options: ["-D"]),
            Usage(testDescription: "client to client", peerFamily: nil),
            Usage(testDescription: "client to client, TCP", transport: .tcp, peerFamily: nil),
        ])
        func relaysEverything(_ usage: Usage) throws {
            let running = try RunningRelay(.init(maxAllocationsPerUser: 64))
            var client = try running.client(usage.transport)
            client.relay = running.network.relay.address(usage.clientFamily)
            client.peer = usage.peerFamily.map(running.network.peer.address)
            client.messagesPerSession = usage.messages
            client.options = usage.options
            let report = try client.run(in: running.network.client.namespace)
            print("uclient, \(usage.testDescription):", report.loss?.text ?? report.output)
            let loss = try #require(report.loss, "\(report.output)\(running.relay.lastWords)")
            #expect(loss.isComplete, "\(loss)\(running.relay.lastWords)")
            #expect(loss.sent == client.sessions * usage.messages)
            #expect(running.relay.isRunning)
        }

        @Test func relaysOverTheClientsOwnTLS() throws {
            let running = try RunningRelay()
            var client = try running.client(.tls)
            client.usesItsOwnTLS = true
            client.messagesPerSession = 20
            client.interval = 50
            let report = try client.run(in: running.network.client.namespace)
            print("uclient, its own TLS:", report.loss?.text ?? report.output)
            let loss = try #require(report.loss, "\(report.output)\(running.relay.lastWords)")
            #expect(loss.sent == 80)
            // Not all: the client drops what it receives close together (see `TLSTunnel`).
            #expect(loss.received >= 64, "\(loss)")
        }

        @Test(arguments: CoturnClient.Transport.allCases)
        func isRefusedWithAWrongCredential(_ transport: CoturnClient.Transport) throws {
            let running = try RunningRelay()
            var client = try running.client(transport)
            client.messagesPerSession = 5
            let good = client.credential
            client.credential = try running.relay.mintWrongly(user: "interop")
            let refused = try client.run(in: running.network.client.namespace)
            let lastLine = refused.output.split(separator: "\n").last ?? "nothing"
            print("uclient, wrong secret, \(transport):", lastLine)
            #expect(refused.loss == nil)
            #expect(refused.output.contains("Cannot complete Allocation"))
            #expect(refused.ending == .exited(255))

            client.credential = good
            let accepted = try client.run(in: running.network.client.namespace)
            #expect(accepted.loss?.isComplete == true)
        }
    }
}
