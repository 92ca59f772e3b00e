import EventLoop
import Glibc
import Namespaces
import SansIO
import Scenario
import Testing
import VirtualNetwork

@testable import Lab

extension LabTests {
    /// The proof that precedes every run: it holds for the network that was asked for, and for no other.
    @Suite struct NetworkProofTests {
        /// castrelay as it was built: where the release binaries are said to be, or beside the tests.
        private static let castrelay =
            getenv("CASTLAB_BIN").map { "\(String(cString: $0))/castrelay" }
            ?? "\(OwnProgram.directory)/castrelay"

        private static func findings(
            asked: String,
            built: String? = nil
        ) throws -> [ProofFinding] {
            let library = try TopologyDirectory(nil).library
            let description = try library.network(asked)
            let plan = NetworkPlan(try library.network(built ?? asked))
            var lab = LabPlan(plan, library)
            lab.addProvers(to: plan)
            let network = try LabNetwork(lab, seed: 1, engine: NetworkEngine())
            return try findings(network, description)
        }

        /// Without what it says of the machine: these tests run without optimisation, on any machine, and look
        /// at what is told of the network.
        private static func findings(
            _ network: LabNetwork,
            _ description: NetworkDescription
        ) throws -> [ProofFinding] {
            try NetworkProof(network, description, castrelay: castrelay).findings { _ in }
                .filter { $0.place != NetworkProof.engine }
        }

        @Test(arguments: ["cgnat", "linux-symmetric", "udp-blocked-a"])
        func holdsForWhatWasAskedFor(name: String) throws {
            let findings = try Self.findings(asked: name)
            #expect(findings.count > 10)
            for finding in findings { #expect(finding.holds, "\(finding.sentence)") }
        }

        @Test(arguments: [
            ("full-cone--full-cone", "full-cone--symmetric", "the router of home-b (from pc): mapping is"),
            ("linux-home-home", "linux-no-drop", "a mapping is taken away by what nobody asked for"),
            ("home-home", "udp-blocked-b", "the router of home-b (from pc): UDP is not answered"),
        ])
        func namesTheRouterThatIsAnother(asked: String, built: String, sentence: String) throws {
            let broken = try Self.findings(asked: asked, built: built).filter { !$0.holds }
            #expect(broken.contains { $0.sentence.contains(sentence) }, "\(broken.map(\.sentence))")
        }

        @Test func aLinkThatIsAnotherIsFoundByItsFigures() throws {
            let library = try TopologyDirectory(nil).library
            let description = try library.network("home-home")
            let plan = NetworkPlan(description)
            var lab = LabPlan(plan, library)
            lab.addProvers(to: plan)
            let asked = lab
            // What the engine gets: twice the delay, half the rate, and a loss that nobody asked for.
            lab.wiring.routers[0].link.up.delay = .milliseconds(16)
            lab.wiring.routers[0].link.up.rate = .bitsPerSecond(10_000_000)
            lab.wiring.routers[1].link.down.loss = Probability(percent: 5) ?? .never
            let network = try LabNetwork(lab, seed: 1, engine: NetworkEngine(), comparedWith: asked)
            let broken = try Self.findings(network, description)
                .filter { !$0.holds }.map { "\($0.place) \($0.property)" }
            #expect(broken.contains("ipad/wlan0 delay up"))
            #expect(broken.contains("ipad/wlan0 rate up"))
            #expect(broken.contains("pc/wlan0 loss down"))
            #expect(!broken.contains("pc/wlan0 delay up"))
        }
    }
}
