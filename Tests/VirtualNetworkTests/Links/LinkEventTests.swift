import SansIO
import Testing

@testable import VirtualNetwork

struct LinkEventTests {
    private func link(_ change: (inout LinkConditions) -> Void) -> Link {
        let conditions = LinkConditions.with(change)
        return Link(up: conditions, down: conditions, seed: 1, link: 1, at: LinkBench.start)
    }

    /// Offers a packet each way and tells which of them is accepted.
    private func offer(_ link: inout Link, at time: Int) -> [LinkDirection: Fate] {
        var fates: [LinkDirection: Fate] = [:]
        for direction in LinkDirection.allCases {
            let packet = PacketHandle(rawValue: UInt32(direction.rawValue))
            fates[direction] = link.offer(packet, bytes: 100, direction, at: LinkBench.instant(time))
        }
        return fates
    }

    private func drained(_ link: inout Link) -> [Link.Output] {
        var outputs: [Link.Output] = []
        while let deadline = link.nextDeadline {
            while let output = link.next(at: deadline) { outputs.append(output) }
        }
        return outputs
    }

    @Test(arguments: [[], [.up], [.down], [.up, .down]] as [Set<LinkDirection>])
    func aBlackholeSwallowsItsDirectionsOnly(_ dark: Set<LinkDirection>) {
        var link = link { $0.delay = .milliseconds(1) }
        link.handle(.blackhole(dark), at: LinkBench.instant(5))
        let during = offer(&link, at: 5)
        for direction in LinkDirection.allCases {
            #expect(during[direction] == (dark.contains(direction) ? .dropped(.blackhole) : .accepted))
        }
        link.handle(.blackhole([]), at: LinkBench.instant(9))
        let after = offer(&link, at: 9)
        #expect(after.values.allSatisfy { $0 == .accepted })
        let arrived = drained(&link).count
        #expect(arrived == 4 - dark.count)
    }

    @Test func whatIsOnItsWayCrossesABlackhole() {
        var link = link { $0.delay = .milliseconds(50) }
        _ = offer(&link, at: 0)
        link.handle(.blackhole([.up, .down]), at: LinkBench.instant(1_000_000))
        let arrived = drained(&link)
        #expect(arrived.count == 2)
    }

    @Test func withTheCarrierAllPacketsAreLost() {
        var link = link {
            $0.delay = .milliseconds(50)
            $0.rate = .bitsPerSecond(800_000)
            $0.duplication = .always
        }
        // At 100 bytes a millisecond, one has been sent, one is being sent and one waits, each way.
        for _ in 0..<3 { _ = offer(&link, at: 0) }
        link.handle(.carrier(false), at: LinkBench.instant(1_500_000))
        let outputs = drained(&link)
        #expect(outputs.count == 6)
        for output in outputs {
            guard case .dropped(_, .carrierLost) = output.output else {
                Issue.record("\(output)")
                continue
            }
        }
        #expect(offer(&link, at: 2_000_000).values.allSatisfy { $0 == .dropped(.carrierLost) })
        let log = link.up.log
        #expect(log.carried == 0 && log.duplicated == 0 && log.dropped(.carrierLost) == 4)
        link.handle(.carrier(true), at: LinkBench.instant(3_000_000))
        #expect(offer(&link, at: 4_000_000).values.allSatisfy { $0 == .accepted })
        let first = drained(&link).first
        #expect(
            first?.output
                == .delivered(PacketHandle(rawValue: 0), due: LinkBench.instant(55_000_000), comesAgain: true)
        )
    }

    /// What has arrived before the carrier goes is delivered, however late it is asked for.
    @Test func whatHadArrivedIsDelivered() {
        var link = link { $0.delay = .milliseconds(1) }
        _ = offer(&link, at: 0)
        _ = offer(&link, at: 900_000)
        link.handle(.carrier(false), at: LinkBench.instant(1_000_000))
        let outputs = drained(&link)
        let delivered = outputs.count { if case .delivered = $0.output { true } else { false } }
        #expect(delivered == 2 && outputs.count == 4)
    }

    @Test func packetsOnTheirWayKeepTheirFates() {
        let bench = LinkBench(.with { $0.delay = .milliseconds(100) })
        bench.offer(at: 0)
        bench.change(
            to: .with {
                $0.delay = .milliseconds(10)
                $0.loss = .always
            },
            at: 50_000_000
        )
        #expect(bench.offer(at: 50_000_000) == .dropped(.loss))
        bench.change(to: .with { $0.delay = .milliseconds(10) }, at: 60_000_000)
        // The shorter way is no overtaking: it arrives with the one in front of it.
        bench.offer(at: 60_000_000)
        bench.offer(at: 95_000_000)
        bench.drain()
        #expect(bench.numbers == [0, 2, 3])
        #expect(bench.arrivals.map(\.due) == [100_000_000, 100_000_000, 105_000_000])
    }

    @Test func eachDirectionHasItsOwnConditions() {
        var link = Link(
            up: .with { $0.delay = .milliseconds(30) },
            down: .with { $0.delay = .milliseconds(5) },
            seed: 1,
            link: 1,
            at: LinkBench.start
        )
        _ = offer(&link, at: 0)
        link.handle(.changed(.up, .with { $0.loss = .always }), at: LinkBench.instant(1))
        let fates = offer(&link, at: 2)
        #expect(fates == [.up: .dropped(.loss), .down: .accepted])
        let outputs = drained(&link)
        #expect(outputs.map(\.direction) == [.down, .down, .up])
    }
}
