import Glibc
import Namespaces
import SansIO
import Testing
import VirtualNetwork

@testable import Lab

extension LabTests {
    /// The engine between real devices: what is asked for is what packets meet.
    @Suite struct EngineTests {
        @Test func everyPacketArrivesOnceInOrderAndOnTime() throws {
            var conditions = LinkConditions()
            conditions.delay = .milliseconds(50)
            let (outcome, report, _) = try SelfTestNetwork.run(
                TimedTraffic(count: 2000, rate: 2000),
                over: conditions,
                engine: NetworkEngine()
            )
            #expect(outcome.lost == 0)
            #expect(outcome.duplicates == 0)
            #expect(outcome.overtaken == 0)
            #expect(report.counts.outOfMemory == 0 && report.counts.oversized == 0)
            let median = try #require(outcome.delay(0.5))
            #expect(median >= conditions.delay)
            #expect(median - conditions.delay < .milliseconds(1))
        }
    }
}
