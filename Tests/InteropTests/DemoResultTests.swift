import JSON
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
            rows: [Self.row("udp", arrived: 1600), Self.row("tls", arrived: 1600)],
            casts: []
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
            rows: [Self.row("udp", arrived: 1600), Self.row("tls", arrived: 1)],
            casts: []
        )
        #expect(!result.passed)
        #expect(result.verdict == "FAILED: of 3200 messages 1601 came back; not all of them over TLS.")
    }

    @Test func failsWhenOneCastDid() {
        let good = CastResult(
            transport: "tls",
            sender: Self.facts("tls", frames: 90),
            receiver: Self.facts("tls", frames: 60),
            console: []
        )
        #expect(good.problem == nil)
        let bad = CastResult(
            transport: "tcp",
            sender: Self.facts("tcp", frames: 90),
            receiver: Self.facts("udp", frames: 60),
            console: []
        )
        #expect(bad.problem == "the receiver speaks udp to the relay, not tcp")
        #expect(CastResult.heading.count == good.line.count)
        let result = DemoResult(relay: .castrelay, rows: [], casts: [good, bad])
        #expect(!result.passed)
        #expect(result.verdict == "FAILED: no cast from Chromium to Chromium over TCP.")
        let passing = DemoResult(relay: .castrelay, rows: [], casts: [good])
        #expect(passing.verdict == "PASSED: Chromium cast to Chromium through castrelay (TLS).")
    }

    @Test(
        arguments: [
            (["state": "failed"], "the sender is failed"), ([:], nil),
            (["local": "host"], "the sender uses a host candidate, not its relay"),
            (["codec": "video/VP8"], "the codec is video/VP8, not H.264"),
            (["frames": 59], "only 59 frames of 60 were decoded"),
        ] as [([String: JSONValue], String?)]
    )
    func saysWhatIsWrongWithACast(_ changes: [String: JSONValue], _ problem: String?) {
        let facts = Self.facts("udp", frames: 60, changes)
        #expect(CastResult(transport: "udp", sender: facts, receiver: facts, console: []).problem == problem)
    }

    private static func facts(
        _ transport: String,
        frames: Int64,
        _ changes: [String: JSONValue] = [:]
    ) -> CastFacts {
        let facts: [String: JSONValue] = [
            "state": "connected", "local": "relay", "remote": "prflx", "relayProtocol": .string(transport),
            "codec": "video/H264", "frames": .integer(frames), "width": 640, "height": 360,
            "roundTripTime": .number(0.002), "firstFrame": .number(171.5),
        ]
        return CastFacts(.object(facts.merging(changes) { $1 }))
    }

    @Test func failsWhenNothingWasTried() {
        #expect(!DemoResult(relay: .castrelay, rows: [], casts: []).passed)
    }

    @Test func linesUpWithItsHeading() {
        let line = DemoResult.line(Self.row("udp", arrived: 1600))
        #expect(line == "UDP         1600     1600      0      6.9")
        #expect(DemoResult.heading().count == line.count)
    }

    @Test func isOneJSONObject() throws {
        let json = try DemoResult(relay: .coturn, rows: [Self.row("udp", arrived: 1600)], casts: []).json
        #expect(
            json.hasPrefix("{\"casts\":[],\"passed\":true,\"relay\":\"coturn\",\"rows\":[{\"arrived\":1600,")
        )
    }
}
