import Arguments
import SansIO
import Testing

@testable import Relay

@Suite struct BenchOptionsTests {
    private let required = ["bench", "--server", "192.0.2.1", "--peer-address", "192.0.2.2"]

    private func plan(_ words: [String]) throws -> BenchPlan {
        guard case .run(let invocation) = try CastRelay.command(hasRun: false).parse(words, version: "")
        else {
            throw Unexpected("no invocation")
        }
        return try BenchOptions(invocation).plan()
    }

    @Test func hasDefaultsForAllButTheAddresses() throws {
        let plan = try plan(required)
        let expected = BenchPlan(
            server: Endpoint(IPAddress(192, 0, 2, 1), 3478),
            clientAddress: IPAddress(192, 0, 2, 2),
            peerAddress: IPAddress(192, 0, 2, 2)
        )
        #expect(plan == expected)
        #expect(plan.pace == .window(64))
        #expect(plan.duration == .seconds(5))
    }

    @Test func readsEveryOption() throws {
        let words =
            "--client-address 192.0.2.3 --mode burst --transport tls --clients 7 --bytes 100 --direction both "
            + "--pattern super-packets --framing indications --rate 2000 --duration 500ms --server-pid 12 "
            + "--tls-authority ca.pem --server-name relay.example"
        let plan = try plan(required + words.split(separator: " ").map(String.init))
        var expected = BenchPlan(
            server: Endpoint(IPAddress(192, 0, 2, 1), 5349),
            clientAddress: IPAddress(192, 0, 2, 3),
            peerAddress: IPAddress(192, 0, 2, 2)
        )
        expected.mode = .burst
        expected.transport = .tls
        expected.clients = 7
        expected.payloadLength = 100
        expected.direction = .both
        expected.pattern = .superPackets
        expected.framing = .indications
        expected.pace = .rate(2000)
        expected.duration = .milliseconds(500)
        expected.serverPID = 12
        expected.tlsAuthority = "ca.pem"
        expected.serverName = "relay.example"
        #expect(plan == expected)
    }

    @Test(arguments: [
        (["--server", "relay.example"], "names are not resolved"),
        (["--server", "192.0.2.1:0"], "port 0 is nobody's"),
        (["--bytes", "31"], "accepted: a whole number from 32 to 1460"),
        (["--bytes", "1461"], "accepted: a whole number from 32 to 1460"),
        (["--clients", "0"], "accepted: a whole number from 1 to 20000"),
        (["--duration", "61s"], "accepted: a time from 100ms to 1m"),
        (["--window", "0"], "accepted: a whole number from 1 to 4096"),
        (["--window", "8", "--rate", "9"], "exclude each other"),
        (["--pattern", "burst"], "did you mean bursts?"),
        (["--transport", "sctp"], "accepted: one of udp, tcp, tls"),
        (["--client-address", "2001:db8::1"], "of another IP version"),
        (["--mode", "soak"], "accepted: one of relay, allocations, burst, direct"),
    ])
    func refusesWhatItCannotDo(_ words: [String], _ reason: String) throws {
        let error = #expect(throws: UsageError.self) {
            var all = required
            if words[0] == "--server" { all = ["bench", "--peer-address", "192.0.2.2"] }
            _ = try plan(all + words)
        }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test(arguments: [["bench", "--server", "192.0.2.1"], ["bench", "--peer-address", "192.0.2.1"]])
    func wantsBothAddresses(_ words: [String]) {
        #expect(throws: UsageError.self) { try plan(words) }
    }

    @Test func saysThatTheSecretIsMissing() {
        let surroundings = Surroundings(now: UnixTime(seconds: 1_787_270_400))
        let outcome = CastRelay.perform(required, in: surroundings)
        #expect(outcome.exitCode == .usage)
        #expect(outcome.errors.contains("secret"))
    }
}
