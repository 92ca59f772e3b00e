import Testing

@testable import RelayDemo

@Suite struct DemoResultTests {
    private static func row(_ transport: String, arrived: Int) -> DemoResult.Row {
        DemoResult.Row(
            transport: transport,
            sent: 1600,
            arrived: arrived,
            lost: 1600 - arrived,
            seconds: 6.94,
            said: "Total lost packets \(1600 - arrived)",
            passed: arrived == 1600
        )
    }

    @Test func passesWhenAllCameBack() {
        let result = DemoResult(
            relay: .castrelay,
            rows: [Self.row("udp", arrived: 1600), Self.row("tls", arrived: 1600)]
        )
        #expect(result.passed)
        #expect(
            result.verdict
                == "PASSED: castrelay relayed all 3200 messages to the peer and back (UDP, TLS)."
        )
    }

    @Test func failsWhenOneTransportLost() {
        let result = DemoResult(
            relay: .castrelay,
            rows: [Self.row("udp", arrived: 1600), Self.row("tls", arrived: 1)]
        )
        #expect(!result.passed)
        #expect(result.verdict == "FAILED: of 3200 messages 1601 came back; not all of them over TLS.")
    }

    @Test func failsWhenNothingWasTried() {
        #expect(!DemoResult(relay: .castrelay, rows: []).passed)
    }

    @Test func linesUpWithItsHeading() {
        let line = DemoResult.line(Self.row("udp", arrived: 1600))
        #expect(line == "UDP         1600     1600      0      6.9")
        #expect(DemoResult.heading().count == line.count)
    }

    @Test func isOneJSONObject() throws {
        let json = try DemoResult(relay: .coturn, rows: [Self.row("udp", arrived: 1600)]).json
        #expect(json.hasPrefix("{\"passed\":true,\"relay\":\"coturn\",\"rows\":[{\"arrived\":1600,"))
    }
}
