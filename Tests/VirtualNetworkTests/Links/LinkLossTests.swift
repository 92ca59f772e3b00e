import SansIO
import Testing

@testable import VirtualNetwork

struct LinkLossTests {
    /// Claim 3: 2 % over 10,000 packets within ±0.46 points, at 99.9 %, for each of 20 seeds; and the mean of
    /// them within what 200,000 packets allow.
    @Test func losesTwoOfAHundredWithinTheBinomialBound() {
        var total = 0
        for seed in 1...20 {
            let bench = LinkBench(.with { $0.loss = .of(0.02) }, seed: UInt64(seed))
            bench.offer(10_000, every: 1_000_000)
            let lost = bench.refused(.loss)
            total += lost
            #expect((154...246).contains(lost), "seed \(seed)")
            #expect(bench.arrivals.count == 10_000 - lost)
        }
        #expect((3796...4204).contains(total))
    }

    @Test(arguments: [0.0, 0.0001, 0.001, 0.5, 0.999, 1.0])
    func losesWhatWasAsked(share: Double) {
        let bench = LinkBench(.with { $0.loss = .of(share) })
        bench.offer(20_000, every: 1_000_000)
        let lost = Double(bench.refused(.loss))
        let bound = 3.3 * (20_000 * share * (1 - share)).squareRoot()
        #expect(abs(lost - 20_000 * share) <= bound)
    }

    /// The lengths of runs of lost packets are those of independent losses: 1 / (1 - p) on average.
    @Test func losesEachPacketOnItsOwn() {
        let bench = LinkBench(.with { $0.loss = .of(0.3) })
        bench.offer(50_000, every: 1_000_000)
        let runs = lengths(bench.fates.map { $0 != .accepted })
        let mean = Double(runs.reduce(0, +)) / Double(runs.count)
        #expect(abs(mean - 1 / 0.7) < 0.03)
    }

    private func lengths(_ lost: [Bool]) -> [Int] {
        lost.split(separator: false).map(\.count)
    }

    /// Claim 4: with 4 ms of bad time and a packet a millisecond, 2 % are lost in bursts of 4 or so.
    @Test func losesInBurstsOfTheLengthAsked() throws {
        let bursts = try #require(LossBursts(badShare: .of(0.02), meanBad: .milliseconds(4)))
        #expect(bursts.meanGood == .milliseconds(196))
        let bench = LinkBench(.with { $0.bursts = bursts })
        bench.offer(200_000, every: 1_000_000)
        let lost = bench.refused(.burst)
        // Bounds of independent losses, times sqrt((1 + r) / (1 - r)) with r = e^(-1/4): 3.3 * 63 * 2.9.
        #expect(abs(lost - 4000) < 600)
        // A sampled interval of exponential length is seen as 1 / (1 - e^(-1/4)) = 4.52 packets.
        let runs = lengths(bench.fates.map { $0 != .accepted })
        let mean = Double(runs.reduce(0, +)) / Double(runs.count)
        #expect(abs(mean - 4.52) < 0.45, "\(mean)")
    }

    @Test func badIntervalsStayWhateverIsSent() throws {
        let bursts = try #require(LossBursts(badShare: .of(0.1), meanBad: .milliseconds(20)))
        let slow = LinkBench(.with { $0.bursts = bursts })
        slow.offer(5000, every: 1_000_000)
        let fast = LinkBench(
            .with {
                $0.bursts = bursts
                $0.loss = .of(0.0)
                $0.delay = .milliseconds(30)
            }
        )
        fast.offer(20_000, of: 100, every: 250_000)
        let every4th = stride(from: 0, to: 20_000, by: 4).map { fast.fates[$0] }
        let slowFates = slow.fates
        #expect(every4th == slowFates)
        #expect(slowFates.contains(.dropped(.burst)))
    }

    @Test func everyStateLosesItsOwnShare() {
        let bursts = LossBursts(
            meanGood: .milliseconds(50),
            meanBad: .milliseconds(50),
            lossInGood: .of(0.1),
            lossInBad: .of(0.5)
        )
        let bench = LinkBench(.with { $0.bursts = bursts })
        bench.offer(100_000, every: 1_000_000)
        #expect(abs(bench.refused(.burst) - 30_000) < 1500)
    }

    @Test func intervalsAreExponential() {
        let random = CounterRandom(seed: 5, link: 6, direction: .up, knob: .burstIntervals)
        let lengths = (0..<20_000).map { index in
            var row = random.row(UInt64(index))
            return Double(BurstIntervals.exponential(mean: 1_000_000, &row)) / 1e6
        }
        #expect(abs(lengths.reduce(0, +) / 20_000 - 1) < 0.024)
        // P(X > x) = e^-x, each within 3.4 deviations.
        for (beyond, share) in [(0.5, 0.60653), (1.0, 0.36788), (2.0, 0.13534), (4.0, 0.01832)] {
            let count = Double(lengths.count { $0 > beyond })
            #expect(abs(count - 20_000 * share) < 3.4 * (20_000 * share * (1 - share)).squareRoot())
        }
    }

    @Test func bothModelsTogetherLoseBoth() throws {
        let bursts = try #require(LossBursts(badShare: .of(0.1), meanBad: .milliseconds(20)))
        let bench = LinkBench(
            .with {
                $0.bursts = bursts
                $0.loss = .of(0.1)
            }
        )
        bench.offer(20_000, every: 1_000_000)
        #expect(bench.refused(.burst) > 1000 && bench.refused(.loss) > 1000)
        let accepted = bench.fates.count { $0 == .accepted }
        #expect(accepted + bench.refused(.burst) + bench.refused(.loss) == 20_000)
    }

    @Test func refusesWhatExceedsTheMTU() {
        for (isReported, reason) in [(true, DropReason.tooBig), (false, .tooBigInSilence)] {
            let bench = LinkBench(.with { $0.mtu = .init(1280, isReported: isReported) })
            #expect(bench.offer(1280, at: 0) == .accepted)
            #expect(bench.offer(1281, at: 1) == .dropped(reason))
            #expect(bench.numbers == [0])
        }
    }
}
