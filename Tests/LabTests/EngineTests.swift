import Glibc
import Namespaces
import SansIO
import Testing
import VirtualNetwork

@testable import Lab

/// The engine between real devices: what is asked for is what packets meet.
@Suite(.serialized) struct EngineTests {
    /// Two hosts on one segment, the first behind a link.
    static func plan(_ link: NetworkWiring.LinkPair) -> LabPlan {
        let addresses = [IPAddress(198, 18, 0, 10), IPAddress(198, 18, 0, 20)]
        let hosts = addresses.enumerated().map { index, address in
            HostPlan(
                name: index == 0 ? "a" : "b",
                interfaces: [
                    HostPlan.Interface(
                        name: "eth0",
                        device: index,
                        addresses: [InterfaceAddress(address, prefixLength: 15)],
                        gateways: [IPAddress(198, 18, 0, 1)]
                    )
                ]
            )
        }
        let wiring = NetworkWiring(
            segments: [.init(routerAddresses: [IPAddress(198, 18, 0, 1)])],
            devices: [
                .init(segment: 0, addresses: [addresses[0]], link: link),
                .init(segment: 0, addresses: [addresses[1]]),
            ]
        )
        return LabPlan(hosts: hosts, wiring: wiring)
    }

    static func run(
        _ traffic: TimedTraffic,
        _ conditions: LinkConditions,
        seed: UInt64 = 1
    ) throws -> (outcome: TimedTraffic.Outcome, report: EngineReport) {
        let network = try LabNetwork(
            plan(.init(both: conditions)),
            seed: seed,
            engine: NetworkEngine()
        )
        let outcome = try traffic.run(
            from: network.host("a"),
            Endpoint(IPAddress(198, 18, 0, 10), 4000),
            to: network.host("b"),
            Endpoint(IPAddress(198, 18, 0, 20), 5000)
        )
        let report = try network.report()
        network.remove()
        return (outcome, report)
    }

    @Test func everyPacketArrivesOnceInOrderAndOnTime() throws {
        var conditions = LinkConditions()
        conditions.delay = .milliseconds(50)
        let (outcome, report) = try Self.run(TimedTraffic(count: 2000, rate: 2000), conditions)
        #expect(outcome.lost == 0)
        #expect(outcome.duplicates == 0)
        #expect(outcome.overtaken == 0)
        #expect(report.counts.outOfMemory == 0 && report.counts.oversized == 0)
        let median = try #require(outcome.delay(0.5))
        print(
            "delay - 50 ms: p50 \(median - conditions.delay) p99 \(outcome.delay(0.99).map { $0 - conditions.delay } as Any)",
            "engine p50 \(report.lateness.quantile(0.5)) p99 \(report.lateness.quantile(0.99)) load \(report.load) priority \(report.hasPriority)"
        )
        #expect(median >= conditions.delay)
        #expect(median - conditions.delay < .milliseconds(1))
    }
}
