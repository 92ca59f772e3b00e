import SansIO
import Testing

@testable import VirtualNetwork

struct LinkDelayTests {
    @Test(arguments: [0, 1, 999, 50_000_000, 3_600_000_000_000])
    func delaysToTheNanosecond(delay: Int) {
        let bench = LinkBench(.with { $0.delay = .nanoseconds(delay) })
        bench.offer(1000, every: 777_777)
        bench.drain()
        #expect(bench.numbers == Array(0..<1000))
        #expect(bench.delays.allSatisfy { $0 == delay })
    }

    @Test func delaysTheSameHoweverLateItIsAsked() {
        let conditions = LinkConditions.with {
            $0.delay = .milliseconds(20)
            $0.jitter = .uniform(.milliseconds(10))
            $0.rate = .bitsPerSecond(2_000_000)
            $0.queue = LinkQueue(.coDel, bytes: 60_000)
        }
        let punctual = LinkBench(conditions)
        punctual.offer(2000, every: 4_000_000)
        punctual.drain()
        var link = OneWayLink(conditions, seed: 1, link: 7, direction: .up, at: LinkBench.start)
        for index in 0..<2000 {
            let now = LinkBench.instant(index * 4_000_000)
            _ = link.offer(PacketHandle(rawValue: UInt32(index)), bytes: 1200, at: now)
        }
        var arrivals: [(Int, Int)] = []
        while let output = link.next(at: LinkBench.instant(60_000_000_000)) {
            guard case .delivered(let packet, let due, _) = output else { continue }
            arrivals.append((Int(packet.rawValue), Int(due.nanoseconds - LinkBench.start.nanoseconds)))
        }
        #expect(arrivals.map(\.0) == punctual.numbers)
        #expect(arrivals.map(\.1) == punctual.arrivals.map(\.due))
        #expect(link.log.dropped(.coDel) > 0)
        let (left, right) = (link.log, punctual.log)
        #expect(left == right)
    }

    @Test(arguments: [LinkConditions.Jitter.uniform(.milliseconds(30)), .normal(.milliseconds(10))])
    func jitterKeepsTheOrder(_ jitter: LinkConditions.Jitter) {
        let bench = LinkBench(
            .with {
                $0.delay = .milliseconds(50)
                $0.jitter = jitter
            }
        )
        bench.offer(5000, every: 1_000_000)
        bench.drain()
        #expect(bench.numbers == Array(0..<5000))
        #expect(Set(bench.delays).count > 1000)
    }

    /// Packets far apart do not wait for each other, so that their delays are the draws themselves.
    @Test func uniformJitterFillsItsRangeEvenly() {
        let bench = LinkBench(
            .with {
                $0.delay = .milliseconds(50)
                $0.jitter = .uniform(.milliseconds(30))
            }
        )
        bench.offer(10_000, every: 200_000_000)
        bench.drain()
        let delays = bench.delays.map { Double($0) / 1e6 }
        #expect(delays.allSatisfy { (20...80).contains($0) })
        // Deviations of the mean of 10,000: 30 / sqrt(3) / 100 = 0.17 ms.
        #expect(abs(delays.reduce(0, +) / 10_000 - 50) < 0.6)
        for decile in 0..<10 {
            let low = 20 + Double(decile) * 6
            let inside = delays.count { $0 >= low && $0 < low + 6 }
            #expect(abs(inside - 1000) < 105, "decile \(decile)")
        }
    }

    @Test func normalJitterHasItsDeviation() {
        let bench = LinkBench(
            .with {
                $0.delay = .milliseconds(50)
                $0.jitter = .normal(.milliseconds(5))
            }
        )
        bench.offer(10_000, every: 200_000_000)
        bench.drain()
        let delays = bench.delays.map { Double($0) / 1e6 - 50 }
        let mean = delays.reduce(0, +) / 10_000
        let deviation = (delays.reduce(0) { $0 + $1 * $1 } / 10_000).squareRoot()
        #expect(abs(mean) < 0.2)
        #expect(abs(deviation - 5) < 0.15)
        let beyondTwo = delays.count { abs($0) > 10 }
        #expect((370...540).contains(beyondTwo), "4.55 % of 10,000 are beyond two deviations")
    }

    @Test func neverDelaysByLessThanNothing() {
        let bench = LinkBench(
            .with {
                $0.delay = .milliseconds(2)
                $0.jitter = .uniform(.milliseconds(30))
            }
        )
        bench.offer(1000, every: 100_000_000)
        bench.drain()
        #expect(bench.delays.min() == 0)
        #expect(bench.arrivals.count == 1000)
    }

    @Test func reordersOnlyWhatItIsAskedToHoldBack() {
        let bench = LinkBench(
            .with {
                $0.delay = .milliseconds(50)
                $0.reordering = .init(.of(0.1), extraDelay: .milliseconds(5))
            }
        )
        bench.offer(10_000, every: 1_000_000)
        bench.drain()
        let late = bench.delays.count { $0 == 55_000_000 }
        #expect(bench.delays.allSatisfy { $0 == 50_000_000 || $0 == 55_000_000 })
        // 10 % of 10,000 within 3.3 deviations of 30.
        #expect((901...1099).contains(late))
        #expect(bench.log.heldBack == UInt64(late))
        #expect(bench.numbers != Array(0..<10_000))
        #expect(bench.numbers.sorted() == Array(0..<10_000))
        let onTime = bench.arrivals.filter { $0.due - bench.offered[$0.number] == 50_000_000 }.map(\.number)
        #expect(onTime == onTime.sorted())
    }

    @Test func doublesAsManyAsAsked() {
        let bench = LinkBench(
            .with {
                $0.delay = .milliseconds(5)
                $0.duplication = .of(0.03)
            }
        )
        bench.offer(10_000, every: 1_000_000)
        bench.drain()
        let doubled = bench.arrivals.count - 10_000
        #expect((244...356).contains(doubled), "3 % of 10,000 within 3.3 deviations of 17")
        #expect(bench.log.duplicated == UInt64(doubled))
        #expect(bench.arrivals.count { $0.comesAgain } == doubled)
        for (first, second) in zip(bench.arrivals, bench.arrivals.dropFirst()) where first.comesAgain {
            #expect(second == .init(number: first.number, due: first.due, comesAgain: false))
        }
    }

    /// Claim 6: nothing that was not asked for, in a million packets.
    @Test func aCleanLinkChangesNothing() {
        var link = OneWayLink(
            .with { $0.delay = .microseconds(40) },
            seed: 3,
            link: 1,
            direction: .down,
            capacity: 64,
            at: LinkBench.start
        )
        var (expected, wrong) = (UInt32(0), 0)
        for index in 0..<UInt32(1_000_000) {
            let now = LinkBench.instant(Int(index) * 10_000)
            if link.offer(PacketHandle(rawValue: index), bytes: 1200, at: now) != .accepted { wrong += 1 }
            while let output = link.next(at: now) {
                let due = LinkBench.instant(Int(expected) * 10_000 + 40_000)
                let right = OneWayLink.Output.delivered(
                    PacketHandle(rawValue: expected),
                    due: due,
                    comesAgain: false
                )
                if output != right { wrong += 1 }
                expected += 1
            }
        }
        let held = UInt32(link.heldCount)
        #expect(wrong == 0)
        #expect(expected + held == 1_000_000)
        #expect(held <= 4)
        let (carried, dropped) = (link.log.carried, link.log.dropped)
        #expect(carried == 1_000_000 && dropped == 0)
    }
}
