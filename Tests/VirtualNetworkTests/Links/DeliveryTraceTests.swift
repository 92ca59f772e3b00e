import SansIO
import Testing

@testable import VirtualNetwork

struct DeliveryTraceTests {
    private func fault(_ text: String) -> DeliveryTrace.Fault? {
        do throws(DeliveryTrace.Fault) {
            _ = try DeliveryTrace(text)
            return nil
        } catch {
            return error
        }
    }

    @Test func readsTimesAndLeavesOutCommentsAndEmptyLines() throws {
        let trace = try DeliveryTrace("# a trace\n0\n\n 3 \r\n3\n1000\n")
        #expect(trace.milliseconds == [0, 3, 3, 1000])
        #expect(trace.period == .seconds(1))
        #expect(trace.meanBitsPerSecond == 4 * 1504 * 8)
    }

    @Test func namesTheLineThatIsWrong() {
        #expect(fault("1\nx\n") == .notATime(line: 2, text: "x"))
        #expect(fault("1\n-2\n") == .notATime(line: 2, text: "-2"))
        #expect(fault("1\n2 3\n") == .notATime(line: 2, text: "2 3"))
        #expect(fault("1\n2.5\n") == .notATime(line: 2, text: "2.5"))
        #expect(fault("99999999999\n") == .notATime(line: 1, text: "99999999999"))
        #expect(fault("86400001\n") == .notATime(line: 1, text: "86400001"))
        #expect(fault("5\n\n4\n") == .outOfOrder(line: 3, text: "4"))
        #expect(fault("") == .noPeriod)
        #expect(fault("# nothing\n") == .noPeriod)
        #expect(fault("0\n0\n") == .noPeriod)
    }

    @Test func findsTheOpportunityAtOrAfterATime() throws {
        let trace = try DeliveryTrace("0\n2\n2\n5\n")
        for (time, number) in [
            (0, 0), (1, 1), (2_000_000, 1), (2_000_001, 3), (5_000_000, 3), (5_000_001, 5), (7_000_000, 5),
            (10_000_000, 7), (10_000_001, 9),
        ] {
            #expect(trace.opportunity(atOrAfter: UInt64(time)) == UInt64(number), "\(time)")
        }
        for number in 0..<40 {
            let time = trace.time(ofOpportunity: UInt64(number))
            #expect(trace.opportunity(atOrAfter: time) <= UInt64(number))
            #expect(trace.opportunity(atOrAfter: time + 1) > UInt64(number))
        }
    }
}
