import JSON
import Namespaces
import SansIO
import Testing
import Trial

@testable import RelayDemo

extension InteropTests {
    /// `castrelay probe` of the release binary: what it says of a relay that is well, and of one with one
    /// thing broken.
    @Suite struct ProbeTests {
        @Test func aRelayThatIsWellPasses() throws {
            let probed = try ProbedRelay()
            let outcome = try probed.probe()
            #expect(outcome.ending == .exited(0), "\(outcome.output)")
            #expect(outcome.report["passed"]?.bool == true)
            #expect(outcome.report["firstFailure"]?.string == nil)
            // Told as warnings: the certificate of a run holds two days, and nobody listens on 443.
            let names = outcome.legs.filter { ["passed", "warning"].contains($0.value) }.map(\.key)
            let warnings = outcome.legs.filter { $0.value == "warning" }.map(\.key).sorted()
            #expect(warnings == ["tls 443", "tls 5349"])
            for name in [
                "dns", "stun udp 3478", "turn udp 3478", "echo udp 3478", "turn tcp 3478", "echo tcp 3478",
                "tls 5349", "turns 5349", "echo tls 5349", "credential", "clock", "relayed address",
                "relay ports", "relay to relay", "denied peers", "strangers",
            ] {
                #expect(names.contains(name), "\(name) did not pass: \(outcome.output)")
            }
            try probed.requireNoSecret(in: outcome.output)
            let (begun, ended) = probed.allocations()
            #expect(begun > 8)
            #expect(ended == begun)
        }

        @Test(arguments: ProbeBreakage.all)
        func namesTheLegThatIsBroken(breakage: ProbeBreakage) throws {
            let probed = try ProbedRelay(breakage)
            let outcome = try probed.probe(breakage.options)
            #expect(outcome.ending == .exited(1), "\(outcome.output)")
            #expect(outcome.report["firstFailure"]?.string == breakage.leg, "\(outcome.output)")
            let fix = outcome.report["fix"]?.string ?? ""
            #expect(fix.contains(breakage.fix), "the fix is \(fix)")
            try probed.requireNoSecret(in: outcome.output)
        }

        @Test func saysItInOneSentenceToAPerson() throws {
            let probed = try ProbedRelay(ProbeBreakage.all.first { $0.leg == "turn tcp 3478" })
            let outcome = try probed.probe(json: false)
            #expect(outcome.ending == .exited(1))
            let lines = outcome.output.split(separator: "\n").map(String.init)
            #expect(lines.contains { $0.contains("turn tcp 3478") && $0.contains("✗") })
            #expect(lines.contains { $0.hasPrefix("Verdict: works over UDP and TLS") }, "\(outcome.output)")
            #expect(lines.last?.hasPrefix("First fix: ") == true)
        }

        @Test func probesAgainAndAgainAndTellsChanges() throws {
            let probed = try ProbedRelay()
            let child = try probed.start(["--every", "1s"], json: false)
            #expect(child.output.line(within: .seconds(40)) { $0.contains("Verdict") } != nil)
            try PacketFilter(of: probed.network.relay.namespace).load(
                ProbeBreakage.dropping("udp dport 3478")
            )
            let change = child.output.line(within: .seconds(60)) { $0.contains("stun udp 3478: ✓ → ✗") }
            #expect(change != nil, "\(child.output.text)")
            child.send(signal: 2)
            #expect(child.wait(for: .seconds(10)) != nil)
        }

        @Test(arguments: ["turn:", "turn:relay.castlab.test:99999", "ftp://relay/ice", ""])
        func refusesWhatIsNoServer(text: String) throws {
            let namespace = try NetworkNamespace(label: "alone")
            let child = try ChildProcess(
                Program(path: "\(TestMachine.binaries)/castrelay", arguments: ["probe", text]),
                in: namespace
            )
            #expect(child.wait(for: .seconds(10)) == .exited(2))
            #expect(child.errors.text.hasPrefix("castrelay probe:"), "\(child.errors.text)")
        }
    }
}
