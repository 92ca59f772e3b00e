import SansIO
import Testing

@testable import VirtualNetwork

struct LinkRateTests {
    /// No drift: after 100,000 packets the rate is exact to the nanosecond.
    @Test(arguments: [64_000, 1_000_003, 7_777_777, 10_000_000, 999_999_937])
    func keepsTheRateOverManyPackets(rate: Int) {
        var link = OneWayLink(
            .with { $0.rate = .bitsPerSecond(UInt64(rate)) },
            seed: 1,
            link: 1,
            direction: .up,
            capacity: 64,
            at: LinkBench.start
        )
        var (now, last, sent, arrived) = (LinkBench.start, LinkBench.start, 0, 0)
        while arrived < 100_000 {
            while sent < arrived + 32 {
                _ = link.offer(PacketHandle(rawValue: UInt32(sent)), bytes: 1187, at: now)
                sent += 1
            }
            now = link.nextDeadline ?? now
            while case .delivered(_, let due, _)? = link.next(at: now) {
                (last, arrived) = (due, arrived + 1)
            }
        }
        let exact = Double(arrived) * 1187 * 8 * 1e9 / Double(rate)
        #expect(abs(Double(last.nanoseconds - LinkBench.start.nanoseconds) - exact) <= 1)
    }

    @Test func sendsOnePacketAfterTheOther() {
        // 1000 bytes at 8 Mbit/s take 1 ms.
        let bench = LinkBench(
            .with {
                $0.rate = .bitsPerSecond(8_000_000)
                $0.delay = .milliseconds(10)
            }
        )
        for time in [0, 0, 0, 500_000, 10_000_000] { bench.offer(1000, at: time) }
        bench.drain()
        #expect(bench.arrivals.map(\.due) == [11_000_000, 12_000_000, 13_000_000, 14_000_000, 21_000_000])
    }

    @Test func standsStillAtRateZeroAndGoesOn() {
        let moving = LinkConditions.with { $0.rate = .bitsPerSecond(8_000_000) }
        let standing = LinkConditions.with { $0.rate = .bitsPerSecond(0) }
        let bench = LinkBench(moving)
        bench.offer(1000, at: 0)
        bench.offer(1000, at: 0)
        bench.change(to: standing, at: 1_250_000)
        bench.drain(to: 50_000_000)
        #expect(bench.numbers == [0])
        let deadline = bench.nextDeadline
        #expect(deadline == nil)
        bench.offer(1000, at: 60_000_000)
        bench.change(to: moving, at: 100_000_000)
        bench.drain()
        // A quarter of the second packet had been sent.
        #expect(bench.arrivals.map(\.due) == [1_000_000, 100_750_000, 101_750_000])
    }

    @Test func theRestOfAPacketGoesAtTheNewRate() {
        let bench = LinkBench(.with { $0.rate = .bitsPerSecond(8_000) })
        bench.offer(1000, at: 0)
        bench.offer(1000, at: 0)
        // Half of the first second is over; the other half takes a thousandth at a thousand times the rate.
        bench.change(
            to: .with { $0.rate = .bitsPerSecond(8_000_000) },
            at: 500_000_000
        )
        bench.drain()
        #expect(bench.arrivals.map(\.due) == [500_500_000, 501_500_000])
    }

    @Test func lettingGoOfTheRateSendsAllThatWaits() {
        let bench = LinkBench(.with { $0.rate = .bitsPerSecond(8_000) })
        bench.offer(20, of: 1000, every: 1000)
        bench.change(to: LinkConditions(), at: 30_000_000)
        bench.drain()
        #expect(bench.numbers == Array(0..<20))
        #expect(bench.arrivals.allSatisfy { $0.due == 30_000_000 })
    }

    @Test func sendsAtTheOpportunitiesOfATrace() throws {
        let trace = try DeliveryTrace("0\n2\n2\n5\n")
        #expect(trace.period == .milliseconds(5))
        let bench = LinkBench(.with { $0.rate = .trace(trace) })
        for _ in 0..<7 { bench.offer(1504, at: 0) }
        bench.drain()
        // The end of one period is the start of the next.
        #expect(bench.arrivals.map { $0.due / 1_000_000 } == [0, 2, 2, 5, 5, 7, 7])
        #expect(bench.arrivals.allSatisfy { $0.due % 1_000_000 == 0 })
    }

    @Test func sharesAnOpportunityAmongSmallPacketsAndOnePacketAmongOpportunities() throws {
        let trace = try DeliveryTrace("1\n2\n3\n10\n")
        let bench = LinkBench(.with { $0.rate = .trace(trace) })
        // 752 + 752 fill the first; 1000 leave 504 of the second, of which 504 go to the 1504 behind.
        for bytes in [752, 752, 1000, 1504, 100] { bench.offer(bytes, at: 0) }
        // What was left of the opportunity at 3 ms is lost by now.
        bench.offer(100, at: 3_000_001)
        bench.drain()
        #expect(bench.arrivals.map { $0.due / 1_000_000 } == [1, 1, 2, 3, 3, 10])
    }

    @Test func keepsTheRateOfATraceOverManyPackets() throws {
        var random = SeededRandom(seed: 11)
        var times: [UInt32] = []
        var time: UInt32 = 0
        for _ in 0..<3000 {
            time += .random(in: 0...3, using: &random)
            times.append(time)
        }
        let trace = try DeliveryTrace(milliseconds: times + [time + 1])
        var link = OneWayLink(
            .with { $0.rate = .trace(trace) },
            seed: 1,
            link: 1,
            direction: .up,
            capacity: 64,
            at: LinkBench.start
        )
        var (now, last, sent, arrived) = (LinkBench.start, LinkBench.start, 0, 0)
        while arrived < 100_000 {
            while sent < arrived + 32 {
                _ = link.offer(PacketHandle(rawValue: UInt32(sent)), bytes: 1187, at: now)
                sent += 1
            }
            now = link.nextDeadline ?? now
            while case .delivered(_, let due, _)? = link.next(at: now) {
                (last, arrived) = (due, arrived + 1)
            }
        }
        let seconds = Double(last.nanoseconds - LinkBench.start.nanoseconds) / 1e9
        let measured = Double(arrived) * 1187 * 8 / seconds
        #expect(abs(measured / Double(trace.meanBitsPerSecond) - 1) < 0.001)
    }

    @Test func changesBetweenATraceAndANumber() throws {
        let every10 = try DeliveryTrace("10\n")
        let trace = LinkConditions.with { $0.rate = .trace(every10) }
        let number = LinkConditions.with { $0.rate = .bitsPerSecond(8_000_000) }
        let bench = LinkBench(trace)
        // Needs the opportunities at 10 and 20 ms; 500 bytes are left when the first is over.
        bench.offer(2004, at: 0)
        bench.change(to: number, at: 15_000_000)
        bench.drain()
        #expect(bench.arrivals.map(\.due) == [15_500_000])
        bench.offer(1000, at: 21_000_000)
        bench.change(to: trace, at: 21_400_000)
        bench.drain()
        #expect(bench.arrivals.map(\.due) == [15_500_000, 30_000_000])
    }
}
