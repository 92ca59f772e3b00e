import SansIO
import Testing

@testable import Lab

struct EngineReportTests {
    private func report(_ change: (inout EngineReport) -> Void) -> EngineReport {
        var report = EngineReport(
            counts: EngineCounts(),
            lateness: LatenessHistogram(),
            fateHash: 0,
            load: 0.1,
            hasPriority: true
        )
        change(&report)
        return report
    }

    @Test func aRunWithoutFaultSaysSomething() {
        #expect(report { $0.counts.delivered = 5 }.faults.isEmpty)
    }

    @Test func everyFaultIsTold() {
        let faulty = report { report in
            report.counts.oversized = 2
            report.counts.outOfMemory = 3
            report.hasPriority = false
            let due = Instant(nanoseconds: 0)
            for _ in 0..<100 { report.lateness.record(due: due, at: due + .milliseconds(20)) }
        }
        #expect(faulty.faults.count == 3)
        #expect(faulty.faults[0].contains("p99 20.00 ms"))
        #expect(faulty.faults[0].contains("no priority"))
        #expect(faulty.faults[1].hasPrefix("2 packets were larger"))
        #expect(faulty.faults[2].hasPrefix("3 packets were lost"))
    }
}
