import Testing
import VirtualNetwork

@testable import Lab

extension LabTests {
    @Suite struct EngineCeilingTests {
        private func wiring(_ rate: UInt64) -> NetworkWiring {
            var conditions = LinkConditions()
            conditions.rate = .bitsPerSecond(rate)
            return SelfTestNetwork.plan(conditions).wiring
        }

        @Test func linksWithoutARateAskForNothing() throws {
            #expect(EngineCeiling.asked(of: SelfTestNetwork.plan(LinkConditions()).wiring) == 0)
            #expect(EngineCeiling.asked(of: wiring(4_800_000)) == 1000)
        }

        @Test func aNetworkThatNoMachineCarriesIsRefusedWithBothFigures() throws {
            // Without priority: it is to fail, and would take the processors from all other tests meanwhile.
            let engine = try NetworkEngine(wantsPriority: false)
            try EngineCeiling.require(wiring(40_000_000), engine)
            do {
                try EngineCeiling.require(wiring(20_000_000_000), engine)
                Issue.record("40 Gbit/s were accepted")
            } catch let unfit as MachineUnfit {
                #expect(unfit.description.contains("carry 4166666 packets/s"))
            }
        }
    }
}
