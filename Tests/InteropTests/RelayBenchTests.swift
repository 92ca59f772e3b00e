import EventLoop
import Namespaces
import Relay
import STUN
import SansIO
import Testing
import Trial

@testable import RelayBench

extension InteropTests {
    /// The comparison with coturn, as short as it can be: no speed is judged.
    @Suite(.needs("turnserver")) struct RelayBenchTests {
        @Test func everyPacketArrivesWhereItBelongs() throws {
            try DescriptorLimit.raise()
            let directory = try TemporaryDirectory()
            let text = "a secret of sufficient length"
            let secret = try #require(SharedSecret(text))
            let settings = BenchedServer.Settings(
                binaries: TestMachine.binaries,
                directory: directory,
                certificate: try RunCertificate(
                    for: [BenchNetwork.serverAddress],
                    in: NetworkNamespace(label: "workshop"),
                    directory
                ),
                secret: secret,
                secretText: text,
                cpu: 0
            )
            let extent = Comparison.Extent(rounds: 1, duration: .milliseconds(100), allocations: 200)
            let comparison = Comparison(extent, settings, Generator(cpu: 0, secret: secret)) { _ in }
            let report = ComparisonReport(try comparison.run(), rounds: 1)
            #expect(report.faults == [])
            #expect(report.rows.count == Workload.all.count)
            for row in report.rows {
                #expect(row.ratio != nil, "\(row.workload)")
            }
            #expect(report.bursts.count == 6)
            for row in report.bursts {
                // What castrelay's buffers are made for: a key frame that comes at once.
                #expect(row.castrelay?.least == 250, "\(row.transport) \(row.direction)")
            }
            #expect(report.allocations.allSatisfy { $0.residentBytes != nil && $0.cpu != nil })
            #expect(report.text.contains("wire-inter 1200 down"))
        }
    }
}
