internal import EventLoop
internal import Glibc
internal import SansIO
internal import VirtualNetwork

/// Measures on this machine what every network of the lab rests on.
public struct SelfTest {
    /// A million packets where it is a hundred thousand.
    public var isLong = false
    /// Keeps all processors busy meanwhile.
    public var isLoaded = false

    private let engine: NetworkEngine

    public init() throws {
        engine = try NetworkEngine()
    }

    /// All measurements in order; `tell` is told before each.
    public func run(_ tell: (String) -> Void) throws -> [SelfTestFinding] {
        let load = isLoaded ? try ProcessorLoad() : nil
        defer { load?.end() }
        let parts: [(String, () throws -> SelfTestFinding)] = [
            ("50 ms at 1,000 packets/s", { try delay(rate: 1000) }),
            ("50 ms at 5,000 packets/s", { try delay(rate: 5000) }),
            ("2 % loss", loss),
            ("bursts of loss", bursts),
            ("2 Mbit/s", rate),
            ("nothing changed unasked", unchanged),
            ("packets a second", ceiling),
        ]
        return try parts.map { name, measure in
            tell(name)
            return try measure()
        }
    }

    private func delay(rate: Int) throws -> SelfTestFinding {
        var conditions = LinkConditions()
        conditions.delay = .milliseconds(50)
        let traffic = TimedTraffic(count: rate * 5, rate: rate)
        let (outcome, report, _) = try SelfTestNetwork.run(traffic, over: conditions, engine: engine)
        let errors = [0.5, 0.99, 0.999].map { share in
            outcome.delay(share).map { ($0 - conditions.delay).inMilliseconds } ?? "none"
        }
        return SelfTestFinding(
            "delay at \(rate) packets/s",
            asked: "50 ms; p99 within 1 ms, p99.9 within 5 ms",
            found: "+\(errors[0]), p99 +\(errors[1]), p99.9 +\(errors[2]) at the receiver; "
                + "engine: \(report.latenessText)",
            holds: report.faults.isEmpty && outcome.lost == 0
        )
    }

    private func loss() throws -> SelfTestFinding {
        var conditions = LinkConditions()
        conditions.loss = Probability(percent: 2) ?? .never
        let traffic = TimedTraffic(count: 10_000, rate: 5000, bytes: 200)
        let (outcome, _, fates) = try SelfTestNetwork.run(traffic, over: conditions, engine: engine)
        let share = Double(outcome.lost) / Double(outcome.sent) * 100
        return SelfTestFinding(
            "loss over 10,000 packets",
            asked: "2 %, give or take 0.46 (99.9 % of all runs), and none but by the link",
            found: "\(Self.rounded(share)) %; the link dropped \(fates.dropped), \(outcome.lost) are missing",
            holds: abs(share - 2) <= 0.46 && fates.dropped == UInt64(outcome.lost)
        )
    }

    private func bursts() throws -> SelfTestFinding {
        var conditions = LinkConditions()
        conditions.bursts = LossBursts(meanGood: .milliseconds(190), meanBad: .milliseconds(10))
        let traffic = TimedTraffic(count: 50_000, rate: 5000, bytes: 100)
        let (outcome, _, fates) = try SelfTestNetwork.run(traffic, over: conditions, engine: engine)
        let runs = outcome.lossRuns
        let mean = runs.isEmpty ? 0 : Double(outcome.lost) / Double(runs.count)
        // An interval of 10 ms on average holds 50 packets; those that hold none are not seen.
        let expected = 50.0 / (1 - 0.02 / 2)
        return SelfTestFinding(
            "bursts of loss in 50,000 packets",
            asked: "bad intervals of 10 ms: some \(Int(expected)) packets each, give or take a quarter",
            found: "\(runs.count) bursts of \(Self.rounded(mean)) packets",
            holds: abs(mean - expected) <= expected / 4 && fates.dropped == UInt64(outcome.lost)
        )
    }

    private func rate() throws -> SelfTestFinding {
        var conditions = LinkConditions()
        conditions.rate = .bitsPerSecond(2_000_000)
        conditions.queue = LinkQueue(.dropTail, wait: .milliseconds(200))
        // 1,172 bytes and 28 of headers: 9,600 bits, of which 208 go through in a second.
        let traffic = TimedTraffic(count: 3000, rate: 300)
        let (outcome, _, _) = try SelfTestNetwork.run(traffic, over: conditions, engine: engine)
        let seconds = Double(outcome.span.wholeNanoseconds) / 1e9
        let found = Double(outcome.received - 1) * 9600 / max(seconds, 0.001)
        return SelfTestFinding(
            "rate over 10 s",
            asked: "2 Mbit/s, give or take 1 %",
            found: "\(Self.rounded(found / 1e6, digits: 4)) Mbit/s",
            holds: abs(found / 2e6 - 1) <= 0.01
        )
    }

    private func unchanged() throws -> SelfTestFinding {
        var conditions = LinkConditions()
        conditions.delay = .milliseconds(20)
        conditions.jitter = .uniform(.milliseconds(8))
        let count = isLong ? 1_000_000 : 100_000
        let traffic = TimedTraffic(count: count, rate: 10_000, bytes: 200)
        let (outcome, report, _) = try SelfTestNetwork.run(traffic, over: conditions, engine: engine)
        return SelfTestFinding(
            "\(count) packets with jitter",
            asked: "none lost, doubled or overtaken",
            found: "\(outcome.lost) lost, \(outcome.duplicates) doubled, \(outcome.overtaken) overtaken",
            holds: outcome.lost == 0 && outcome.duplicates == 0 && outcome.overtaken == 0
                && report.counts.outOfMemory == 0
        )
    }

    /// The highest of a row of rates at which nothing was lost and packets were on time.
    private func ceiling() throws -> SelfTestFinding {
        var conditions = LinkConditions()
        conditions.delay = .milliseconds(20)
        var best = 0
        for rate in [5000, 10_000, 15_000, 20_000, 30_000, 40_000] {
            let traffic = TimedTraffic(count: rate, rate: rate)
            let (outcome, report, _) = try SelfTestNetwork.run(traffic, over: conditions, engine: engine)
            guard outcome.lost == 0, report.faults.isEmpty else { break }
            best = rate
        }
        return SelfTestFinding(
            "ceiling",
            asked: "10,000 packets/s of 1,200 bytes, none lost, on time",
            found: "\(best) packets/s with sender and receiver on the same processors",
            holds: best >= 10_000
        )
    }

    private static func rounded(_ number: Double, digits: Int = 2) -> String {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        return "\((number * scale).rounded() / scale)"
    }
}

/// Threads that do nothing as fast as they can, one for each processor.
final class ProcessorLoad: Sendable {
    private let isDone = Locked<Bool>(false)
    private let threads: [LoopThread]

    init() throws {
        let isDone = isDone
        threads = try (0..<max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))).map { number in
            try LoopThread(name: "load \(number)") {
                var work: UInt64 = 1
                while !isDone.withLock({ $0 }) {
                    for _ in 0..<1_000_000 { work = work &* 6_364_136_223_846_793_005 &+ 1 }
                }
            }
        }
    }

    func end() {
        isDone.withLock { $0 = true }
        for thread in threads { thread.join() }
    }
}
