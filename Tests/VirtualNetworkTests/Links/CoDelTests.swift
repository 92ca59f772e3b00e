import SansIO
import Testing

@testable import VirtualNetwork

/// The state machine of RFC 8289 §5, told sojourns directly; times in milliseconds.
struct CoDelTests {
    private var coDel = CoDel(target: 5_000_000, interval: 100_000_000)

    private mutating func drops(_ sojourn: UInt64, behind: Int = 100_000, at now: UInt64) -> Bool {
        coDel.drops(
            sojourn: sojourn * 1_000_000,
            bytesBehind: behind,
            maximumPacket: 1500,
            at: now * 1_000_000
        )
    }

    @Test mutating func dropsOnlyAfterAWholeInterval() {
        for now in UInt64(1)..<101 {
            let isDropped = drops(20, at: now)
            #expect(!isDropped)
        }
        let first = drops(20, at: 101)
        let behindIt = drops(20, at: 101)
        #expect(first)
        #expect(!behindIt)
    }

    @Test mutating func oneShortWaitStartsTheIntervalAgain() {
        var count = 0
        for now in UInt64(1)..<1000 where drops(now % 90 == 0 ? 4 : 20, at: now) { count += 1 }
        #expect(count == 0)
    }

    @Test mutating func aQueueOfOnePacketIsNeverTooLong() {
        var count = 0
        for now in UInt64(1)..<1000 where drops(50, behind: 1500, at: now) { count += 1 }
        #expect(count == 0)
    }

    /// The control law: the nth drop comes interval / sqrt(n) after the one before it.
    @Test mutating func dropsComeCloserTogether() {
        var times: [Double] = []
        var now: UInt64 = 0
        while times.count < 9 {
            now += 1
            if drops(50, at: now) {
                times.append(Double(now))
                _ = drops(50, at: now)
            }
        }
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        for (index, gap) in gaps.enumerated() {
            #expect(abs(gap - 100 / Double(index + 1).squareRoot()) <= 1.5, "drop \(index + 2)")
        }
    }

    @Test mutating func startsAgainWhereItLeftOff() {
        var now: UInt64 = 0
        var count = 0
        while count < 20 {
            now += 1
            if drops(50, at: now) { count += 1 }
        }
        let isCalm = drops(1, at: now + 1)
        #expect(!isCalm)
        // Too long again, an interval later: the second drop comes sooner than a whole interval.
        var times: [UInt64] = []
        now += 2
        while times.count < 2 {
            now += 1
            if drops(50, at: now) { times.append(now) }
        }
        #expect(times[1] - times[0] < 30)
    }
}
