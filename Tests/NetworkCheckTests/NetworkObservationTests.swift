import NetworkCheck
import SansIO
import Testing
import VirtualNetwork

struct NetworkObservationTests {
    private let server = Endpoint(IPAddress(198, 18, 0, 10), 3478)

    /// A home as most are.
    private var home: NATFindings {
        var nat = NATFindings()
        nat.isReached = true
        nat.isTranslated = true
        nat.mapped = Endpoint(IPAddress(198, 18, 1, 1), 5000)
        nat.mapping = .endpointIndependent
        nat.filtering = .addressAndPortDependent
        nat.ports = .preserve
        (nat.portCount, nat.preservedCount) = (24, 24)
        nat.hairpin = Hairpinning.none
        nat.isStableAgainstUnsolicited = true
        nat.isPaired = true
        nat.roundTrip = .milliseconds(16)
        return nat
    }

    private func observation(_ change: (inout NATFindings) -> Void = { _ in }) -> NetworkObservation {
        var nat = home
        change(&nat)
        var observation = NetworkObservation(server: server, nat: nat)
        observation.interfaces = [("wlan0", IPAddress(192, 168, 1, 20))]
        observation.tcp = .milliseconds(16)
        observation.port443 = .milliseconds(17)
        observation.mtu = 1500
        return observation
    }

    private func grade(_ subject: String, _ observation: NetworkObservation) -> NetworkFinding.Grade? {
        observation.findings.first { $0.subject == subject }?.grade
    }

    @Test func anOrdinaryHomeHasNoProblem() {
        let findings = observation().findings
        #expect(findings.allSatisfy { $0.grade != .problem })
        #expect(findings.first { $0.subject == "mapping" }?.found == "endpoint-independent (port-restricted)")
        #expect(findings.first { $0.subject == "path" }?.found == "16.0 ms there and back, 0.0 % unanswered")
    }

    @Test func aSymmetricNATIsToldWithWhatItMeans() {
        let symmetric = observation { $0.mapping = .addressAndPortDependent }
        #expect(grade("mapping", symmetric) == .notice)
        let finding = symmetric.findings.first { $0.subject == "mapping" }
        #expect(finding?.found.contains("symmetric") == true)
        #expect(finding?.meaning.contains("relayed") == true)
    }

    @Test func withoutUDPNothingIsSaidOfNATs() {
        let blocked = observation { $0 = NATFindings() }
        #expect(grade("UDP", blocked) == .problem)
        #expect(grade("mapping", blocked) == nil)
        #expect(grade("TCP", blocked) == .good)
    }

    @Test func aRouterThatGivesPortsAwayIsAProblem() {
        #expect(grade("unsolicited packets", observation()) == nil)
        let broken = observation { $0.isStableAgainstUnsolicited = false }
        #expect(grade("unsolicited packets", broken) == .problem)
    }

    @Test func whatCouldNotBeToldIsNotGuessed() {
        let unknown = observation { $0.mapping = nil }
        #expect(unknown.findings.first { $0.subject == "mapping" }?.found == "could not be told")
    }

    @Test func portsThatAreClosedAndPathsThatAreLongAreTold() {
        var observation = observation { nat in
            nat.roundTrip = .milliseconds(480)
            nat.lostShare = 0.08
        }
        observation.port443 = nil
        observation.tcp = nil
        observation.mtu = 1200
        observation.lifetime = (.seconds(10), .seconds(20))
        #expect(grade("port 443", observation) == .problem)
        #expect(grade("path", observation) == .notice)
        #expect(grade("MTU", observation) == .problem)
        #expect(grade("idle flows", observation) == .notice)
    }
}
