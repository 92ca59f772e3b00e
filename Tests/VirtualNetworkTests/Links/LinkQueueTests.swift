import SansIO
import Testing

@testable import VirtualNetwork

/// All queues here are fed at twice the link's 8 Mbit/s: a packet of 1000 bytes takes 1 ms and comes every half.
struct LinkQueueTests {
    private func overloaded(_ queue: LinkQueue, count: Int = 2000) -> LinkBench {
        let bench = LinkBench(
            .with {
                $0.rate = .bitsPerSecond(8_000_000)
                $0.queue = queue
            }
        )
        bench.offer(count, of: 1000, every: 500_000)
        return bench
    }

    @Test func holdsAsManyBytesAsItMay() {
        let bench = overloaded(LinkQueue(.dropTail, bytes: 20_500))
        #expect(bench.refused(.queueBytes) > 900)
        let waiting = bench.waitingBytes
        #expect((19_000...20_000).contains(waiting))
        bench.drain()
        // 20 packets wait, one is being sent.
        #expect(bench.delays.max() == 21_000_000)
        #expect(bench.numbers == bench.numbers.sorted())
    }

    /// Claim 5: the bound in milliseconds, give or take a packet.
    @Test(arguments: [20, 300])
    func letsNoPacketWaitLongerThanItMay(milliseconds: Int) {
        let bench = overloaded(LinkQueue(.dropTail, wait: .milliseconds(milliseconds)))
        bench.drain()
        #expect(bench.refused(.queueWait) > 500)
        // Its own millisecond comes on top of its wait.
        let longest = (bench.delays.max() ?? 0) - 1_000_000
        #expect(longest <= milliseconds * 1_000_000)
        #expect(longest > (milliseconds - 1) * 1_000_000)
    }

    @Test func measuresTheWaitOfATraceByItsMean() throws {
        // 100 ms of 1504 bytes a millisecond, then 100 ms of nothing: 6.016 Mbit/s.
        let trace = try DeliveryTrace(milliseconds: Array(1...100) + [200])
        let bench = LinkBench(
            .with {
                $0.rate = .trace(trace)
                $0.queue = LinkQueue(wait: .milliseconds(50))
            }
        )
        bench.offer(1, of: 1504, every: 1, from: 100_000_001)
        bench.offer(99, of: 1504, every: 1_000_000, from: 100_000_002)
        let held = bench.waitingBytes
        #expect((36_000...39_000).contains(held), "50 ms at 6 Mbit/s are 37,975 bytes")
        #expect(bench.refused(.queueWait) > 60)
    }

    @Test func dropsTheOldestWhenAsked() {
        let bench = overloaded(LinkQueue(.dropHead, bytes: 20_000), count: 200)
        #expect(bench.fates.allSatisfy { $0 == .accepted })
        bench.drain()
        #expect(bench.dropped.count > 70)
        #expect(bench.dropped.allSatisfy { $0.reason == .queueBytes })
        // The newest always gets through, in order.
        #expect(bench.numbers.suffix(20) == Array(180..<200)[...])
        #expect(bench.numbers == bench.numbers.sorted())
        #expect(Set(bench.numbers + bench.dropped.map(\.number)).count == 200)
    }

    @Test func dropsTheOldestToKeepTheWaitShort() {
        let bench = overloaded(LinkQueue(.dropHead, wait: .milliseconds(20)))
        bench.drain()
        #expect(bench.dropped.count > 900)
        #expect(bench.dropped.allSatisfy { $0.reason == .queueWait })
        #expect((bench.delays.max() ?? 0) <= 21_000_000)
    }

    @Test func refusesAPacketThatNoEmptyQueueCouldHold() {
        for discipline in [LinkQueue.Discipline.dropTail, .dropHead, .coDel] {
            let bench = LinkBench(
                .with {
                    $0.rate = .bitsPerSecond(8_000_000)
                    $0.queue = LinkQueue(discipline, bytes: 500)
                }
            )
            #expect(bench.offer(1000, at: 0) == .accepted)
            #expect(bench.offer(1000, at: 1) == .dropped(.queueBytes))
        }
    }

    @Test func aQueueThatBecameSmallerDropsNothingThatWaits() {
        let bench = overloaded(LinkQueue(), count: 100)
        let waiting = bench.waitingBytes
        #expect(waiting > 40_000)
        var smaller = bench.conditions
        smaller.queue.bytes = 1000
        bench.change(to: smaller, at: 50_000_000)
        #expect(bench.offer(1000, at: 50_000_001) == .dropped(.queueBytes))
        bench.drain()
        #expect(bench.numbers == Array(0..<100))
    }

    /// A steady overload of a quarter, as an unresponsive sender makes it: CoDel brings the wait down to its
    /// target and keeps it there, where drop-tail keeps the queue full.
    @Test func coDelKeepsTheWaitNearItsTarget() {
        func waits(_ discipline: LinkQueue.Discipline) -> (middle: Int, drops: Int) {
            let bench = LinkBench(
                .with {
                    $0.rate = .bitsPerSecond(8_000_000)
                    $0.queue = LinkQueue(discipline, bytes: 200_000)
                }
            )
            // 60 seconds of a packet every 0.952 ms: 5 % too much.
            bench.offer(63_000, of: 1000, every: 952_381)
            bench.drain()
            let late = zip(bench.numbers, bench.delays).filter { $0.0 > 30_000 }.map { $0.1 - 1_000_000 }
                .sorted()
            return (late[late.count / 2], bench.dropped.count)
        }
        let (coDel, drops) = waits(.coDel)
        let (dropTail, none) = waits(.dropTail)
        #expect(coDel < 15_000_000, "\(coDel)")
        #expect(drops > 1500)
        #expect(dropTail > 190_000_000)
        #expect(none == 0)
    }

    @Test func coDelLetsShortBurstsPass() {
        let bench = LinkBench(
            .with {
                $0.rate = .bitsPerSecond(8_000_000)
                $0.queue = LinkQueue(.coDel)
            }
        )
        // 60 packets at once, every 200 ms: over the target for 55 ms, never for 100.
        for burst in 0..<50 {
            bench.offer(60, of: 1000, every: 0, from: burst * 200_000_000)
        }
        bench.drain()
        #expect(bench.arrivals.count == 3000)
        #expect(bench.dropped.isEmpty)
    }

    @Test func theLinkNeverHoldsMoreThanItsMemory() {
        let bench = LinkBench(.with { $0.delay = .seconds(1) }, capacity: 10)
        bench.offer(30, every: 1000)
        #expect(bench.refused(.outOfMemory) == 20)
        bench.drain()
        #expect(bench.numbers == Array(0..<10))
    }
}
