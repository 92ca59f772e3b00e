import SansIO
import Testing

@testable import VirtualNetwork

/// Random conditions, packets and events, extreme ones among them: whatever happens, nothing traps and every
/// packet that was accepted comes back once.
struct LinkRandomRunTests {
    private struct Dice {
        var random: SeededRandom

        mutating func of<Value>(_ values: [Value], or fallback: Value) -> Value {
            values.randomElement(using: &random) ?? fallback
        }

        mutating func duration() -> Duration {
            of(
                [
                    .zero, .zero, .nanoseconds(1), .microseconds(50), .milliseconds(5), .milliseconds(40),
                    .seconds(2), .seconds(-1), .seconds(Int64.max), .seconds(90_000),
                ],
                or: .zero
            )
        }

        mutating func probability() -> Probability {
            of([.never, .never, .never, .of(0.01), .of(0.3), .always], or: .never)
        }

        mutating func rate() throws -> LinkRate {
            let trace = try DeliveryTrace(milliseconds: [0, 0, 1, 5, 5, 5, 90])
            return of(
                [
                    .unlimited, .bitsPerSecond(0), .bitsPerSecond(1), .bitsPerSecond(999_983),
                    .bitsPerSecond(20_000_000), .bitsPerSecond(.max), .trace(trace),
                ],
                or: .unlimited
            )
        }

        mutating func conditions(mayReorder: Bool) throws -> LinkConditions {
            var conditions = LinkConditions()
            conditions.delay = duration()
            conditions.jitter = of([.none, .uniform(duration()), .normal(duration())], or: .none)
            if mayReorder { conditions.reordering = .init(probability(), extraDelay: duration()) }
            conditions.loss = probability()
            if Bool.random(using: &random) {
                conditions.bursts = LossBursts(
                    meanGood: of([.milliseconds(100), .seconds(Int64.max), .seconds(5)], or: .zero),
                    meanBad: of([.milliseconds(1), .milliseconds(30), .zero], or: .zero)
                )
            }
            conditions.duplication = probability()
            conditions.rate = try rate()
            conditions.queue = LinkQueue(
                of(
                    [
                        .dropTail, .dropHead, .coDel, .coDel(target: .zero, interval: .zero),
                        .coDel(target: duration(), interval: duration()),
                    ],
                    or: .dropTail
                ),
                bytes: of([nil, 0, 1000, 30_000, -5, .max], or: nil),
                wait: of([nil, duration()], or: nil)
            )
            conditions.mtu = of([nil, .init(1280), .init(0), .init(-1)], or: nil)
            return conditions
        }

        mutating func bytes() -> Int { of([0, 1, 40, 1200, 1200, 1500, 65_575, -1, .max], or: 1200) }

        /// How far time goes on, in nanoseconds; back, now and then.
        mutating func step() -> Int {
            of([0, 0, 1, 1000, 250_000, 1_000_000, 1_000_000, 20_000_000, 3_000_000_000, -5_000_000], or: 0)
        }
    }

    /// What the owner of the packets knows.
    private struct Ledger {
        var isOut: Set<UInt32> = []
        var order: [UInt32] = []
        var copies: Set<UInt32> = []
        var mistakes: [String] = []

        mutating func take(_ output: Link.Output, at now: Instant) {
            switch output.output {
            case .dropped(let packet, _):
                if isOut.remove(packet.rawValue) == nil { mistakes.append("dropped twice: \(output)") }
            case .delivered(let packet, let due, let comesAgain):
                if due > now { mistakes.append("too early: \(output)") }
                if comesAgain {
                    if !copies.insert(packet.rawValue).inserted { mistakes.append("three: \(output)") }
                    return
                }
                if isOut.remove(packet.rawValue) == nil { mistakes.append("delivered twice: \(output)") }
                order.append(packet.rawValue)
            }
        }
    }

    @Test(arguments: [false, true], 1...60)
    func everyAcceptedPacketComesBackOnce(mayReorder: Bool, seed: Int) throws {
        var dice = Dice(random: SeededRandom(seed: UInt64(seed) << 1 | (mayReorder ? 1 : 0)))
        let conditions = try dice.conditions(mayReorder: mayReorder)
        var link = Link(up: conditions, down: .init(), seed: 9, link: 2, capacity: 64, at: LinkBench.start)
        var ledger = Ledger()
        var (now, latest) = (LinkBench.start, LinkBench.start)
        for number in 0..<UInt32(800) {
            now = now + .nanoseconds(dice.step())
            latest = max(latest, now)
            switch Int.random(in: 0..<60, using: &dice.random) {
            case 0: link.handle(.changed(.up, try dice.conditions(mayReorder: mayReorder)), at: now)
            case 1: link.handle(.blackhole(dice.of([[], [], [.up]], or: [])), at: now)
            case 2: link.handle(.carrier(dice.of([true, true, true, false], or: true)), at: now)
            default:
                let packet = PacketHandle(rawValue: number)
                if link.offer(packet, bytes: dice.bytes(), .up, at: now) == .accepted {
                    ledger.isOut.insert(number)
                }
            }
            // An owner may be late.
            guard Bool.random(using: &dice.random) else { continue }
            while let output = link.next(at: now) { ledger.take(output, at: latest) }
            let held = link.up.heldCount
            #expect(held <= 64)
        }
        link.handle(.carrier(false), at: now)
        let end = Instant(nanoseconds: .max)
        while let output = link.next(at: end) { ledger.take(output, at: end) }
        #expect(ledger.mistakes.isEmpty)
        #expect(ledger.isOut.isEmpty)
        if !mayReorder { #expect(ledger.order == ledger.order.sorted()) }
        let log = link.up.log
        #expect(log.dropped(.outOfMemory) > 0 || log.offered == log.carried + log.dropped)
        let (held, deadline) = (link.up.heldCount, link.nextDeadline)
        #expect(held == 0 && deadline == nil)
    }
}
