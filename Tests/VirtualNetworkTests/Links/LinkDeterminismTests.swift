import SansIO
import Testing

@testable import VirtualNetwork

struct LinkDeterminismTests {
    /// Everything at once.
    private var rough: LinkConditions {
        .with {
            $0.delay = .milliseconds(40)
            $0.jitter = .uniform(.milliseconds(15))
            $0.loss = .of(0.02)
            $0.bursts = LossBursts(meanGood: .milliseconds(300), meanBad: .milliseconds(20))
            $0.duplication = .of(0.01)
            $0.reordering = .init(.of(0.02), extraDelay: .milliseconds(8))
            $0.rate = .bitsPerSecond(3_500_000)
            $0.queue = LinkQueue(.coDel, bytes: 40_000, wait: .milliseconds(80))
        }
    }

    /// The same packets every time: bursts of frames, as a cast sends them.
    private func run(
        _ conditions: LinkConditions,
        seed: UInt64 = 1,
        link: UInt64 = 7,
        direction: LinkDirection = .up,
        recordedFates: Int = 0
    ) -> LinkBench {
        let bench = LinkBench(
            conditions,
            seed: seed,
            number: link,
            direction: direction,
            recordedFates: recordedFates
        )
        for frame in 0..<100 {
            for packet in 0..<(3 + frame % 17) {
                bench.offer(300 + (frame * 97 + packet * 131) % 900, at: frame * 16_666_667 + packet * 1000)
            }
        }
        bench.drain()
        return bench
    }

    /// Claim 7.
    @Test func sameSeedAndPacketsGiveTheSameFates() {
        let first = run(rough, recordedFates: 5000)
        for _ in 0..<100 {
            let again = run(rough, recordedFates: 5000)
            #expect(again.log == first.log)
            #expect(again.arrivals == first.arrivals)
        }
        let log = first.log
        for reason in [DropReason.loss, .burst] { #expect(log.dropped(reason) > 0, "\(reason)") }
        #expect(log.dropped(.coDel) + log.dropped(.queueBytes) + log.dropped(.queueWait) > 0)
        #expect(log.duplicated > 0 && log.heldBack > 0)
        #expect(UInt64(log.entries.count) == log.carried + log.duplicated + log.dropped)
    }

    @Test func everyPartOfTheKeyGivesOtherFates() {
        let hashes = [
            run(rough).log.hash, run(rough, seed: 2).log.hash, run(rough, link: 8).log.hash,
            run(rough, direction: .down).log.hash,
        ]
        #expect(Set(hashes).count == 4)
    }

    @Test func everyPacketIsAccountedFor() {
        let bench = run(rough)
        let log = bench.log
        #expect(log.offered == log.carried + log.dropped)
        #expect(bench.arrivals.count == Int(log.carried + log.duplicated))
        #expect(bench.offered.count == Int(log.offered))
        let held = bench.heldCount
        #expect(held == 0)
    }

    /// The packets that one knob strikes, told by their numbers.
    private struct Struck: Equatable {
        var lost: Set<Int> = []
        var inBurst: Set<Int> = []
        var doubled: Set<Int> = []
        var heldBack: Set<Int> = []
        var delays: [Int: Int] = [:]
    }

    /// A clean rate and no queue, so that every packet that is not lost shows its other draws.
    private func struck(_ change: (inout LinkConditions) -> Void) -> Struck {
        var conditions = LinkConditions.with {
            $0.delay = .milliseconds(40)
            $0.jitter = .uniform(.milliseconds(15))
            $0.loss = .of(0.05)
            $0.bursts = LossBursts(meanGood: .milliseconds(300), meanBad: .milliseconds(20))
            $0.duplication = .of(0.05)
            $0.reordering = .init(.of(0.05), extraDelay: .milliseconds(8))
        }
        change(&conditions)
        let bench = LinkBench(conditions, recordedFates: 10_000)
        // Far enough apart that no packet waits for the one in front of it.
        bench.offer(2000, every: 60_000_000)
        bench.drain()
        var struck = Struck()
        for entry in bench.log.entries {
            let number = Int(entry.index)
            switch entry.decision {
            case .dropped(.loss): struck.lost.insert(number)
            case .dropped(.burst): struck.inBurst.insert(number)
            case .dropped: break
            case .duplicated: struck.doubled.insert(number)
            case .heldBack(let due):
                struck.heldBack.insert(number)
                struck.delays[number] = Int(due - entry.time) - 8_000_000
            case .carried(let due): struck.delays[number] = Int(due - entry.time)
            }
        }
        return struck
    }

    @Test func changingOneKnobLeavesTheOthersAlone() {
        let base = struck { _ in }
        #expect(base.lost.count > 50 && base.doubled.count > 50 && base.heldBack.count > 50)
        #expect(base.inBurst.count > 50)

        let noLoss = struck { $0.loss = .never }
        #expect(noLoss.lost.isEmpty)
        #expect(noLoss.inBurst == base.inBurst)
        #expect(noLoss.doubled.subtracting(base.lost) == base.doubled)
        #expect(noLoss.heldBack.subtracting(base.lost) == base.heldBack)
        #expect(base.delays.allSatisfy { noLoss.delays[$0.key] == $0.value })

        let moreLoss = struck { $0.loss = .of(0.2) }
        #expect(moreLoss.lost.isSuperset(of: base.lost))
        #expect(moreLoss.inBurst == base.inBurst)
        #expect(moreLoss.delays.allSatisfy { base.delays[$0.key] == $0.value })

        let noBursts = struck { $0.bursts = nil }
        #expect(noBursts.lost.subtracting(base.inBurst) == base.lost)
        let noDoubles = struck { $0.duplication = .never }
        #expect(noDoubles.lost == base.lost && noDoubles.inBurst == base.inBurst)
        #expect(noDoubles.heldBack == base.heldBack && noDoubles.delays == base.delays)
        let noReordering = struck { $0.reordering = nil }
        #expect(noReordering.delays == base.delays && noReordering.doubled == base.doubled)
        let noJitter = struck { $0.jitter = .none }
        #expect(noJitter.lost == base.lost && noJitter.inBurst == base.inBurst)
        #expect(noJitter.doubled == base.doubled && noJitter.heldBack == base.heldBack)
    }

    /// The numbers of two knobs, links or directions have nothing to do with each other.
    @Test func drawsAreIndependent() {
        let rows = [
            CounterRandom(seed: 1, link: 1, direction: .up, knob: .loss),
            CounterRandom(seed: 1, link: 1, direction: .up, knob: .jitter),
            CounterRandom(seed: 1, link: 1, direction: .down, knob: .loss),
            CounterRandom(seed: 1, link: 2, direction: .up, knob: .loss),
            CounterRandom(seed: 2, link: 1, direction: .up, knob: .loss),
        ]
        for (first, left) in rows.enumerated() {
            for right in rows[(first + 1)...] {
                let differing = (0..<UInt64(2000)).map { (left[$0] ^ right[$0]).nonzeroBitCount }.reduce(0, +)
                // 128,000 bits, half of them: 64,000 ± 179.
                #expect(abs(differing - 64_000) < 800)
            }
            let next = (0..<UInt64(2000)).map { (left[$0] ^ left[$0 + 1]).nonzeroBitCount }.reduce(0, +)
            #expect(abs(next - 64_000) < 800)
        }
    }
}
