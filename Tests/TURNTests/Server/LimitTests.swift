import STUN
import SansIO
import Testing

@testable import TURN

/// Bandwidth per allocation, and answers to sources that have proved nothing.
struct LimitTests {
    /// A meter that can be handed to `#expect`.
    private final class Meter {
        private var meter: BandwidthMeter

        init(bitsPerSecond: UInt64, at now: Instant) {
            meter = BandwidthMeter(bitsPerSecond: bitsPerSecond, at: now)
        }

        func admit(_ count: Int, at now: Instant) -> Bool {
            meter.admit(count, at: now)
        }
    }

    /// A budget that can be handed to `#expect`.
    private final class Budget {
        private var budget: AnswerBudget

        init(perSecond: Int, burst: Int, at now: Instant) {
            budget = AnswerBudget(perSecond: perSecond, burst: burst, seed: 1, at: now)
        }

        func admit(_ source: IPAddress, at now: Instant) -> Bool {
            budget.admit(source, at: now)
        }
    }

    // MARK: Bandwidth

    @Test func aSecondsWorthPassesAtOnceAndThenTheRate() {
        let start = Instant(nanoseconds: 9)
        let meter = Meter(bitsPerSecond: 8_000_000, at: start)
        for _ in 0..<1000 { #expect(meter.admit(1000, at: start)) }
        #expect(!meter.admit(1, at: start))
        #expect(!meter.admit(1001, at: start + .milliseconds(1)))
        #expect(meter.admit(1000, at: start + .milliseconds(1)))
        #expect(!meter.admit(1, at: start + .milliseconds(1)))
        // However long it rests, it holds a second's worth.
        #expect(meter.admit(1_000_000, at: start + .seconds(100)))
        #expect(!meter.admit(1, at: start + .seconds(100)))
    }

    @Test(arguments: [64_000, 2_000_000, 16_000_000, 1_000_000_000, 100_000_000_000] as [UInt64])
    func theRateIsKeptOverTenSeconds(bitsPerSecond: UInt64) {
        var now = Instant(nanoseconds: 0)
        let meter = Meter(bitsPerSecond: bitsPerSecond, at: now)
        var passed: UInt64 = 0
        for _ in 0..<100_000 {
            // Always more than fits.
            let count = Int(bitsPerSecond / 8 / 5_000 + 1)
            if meter.admit(count, at: now) { passed += UInt64(count) }
            now += .microseconds(100)
        }
        let expected = Double(bitsPerSecond) / 8 * 11
        #expect(abs(Double(passed) - expected) < expected * 0.02)
    }

    @Test func aClockThatGoesBackGivesNothing() {
        let meter = Meter(bitsPerSecond: 8000, at: Instant(nanoseconds: 5_000_000_000))
        #expect(meter.admit(1000, at: Instant(nanoseconds: 5_000_000_000)))
        #expect(!meter.admit(1, at: Instant(nanoseconds: 0)))
        #expect(!meter.admit(1, at: Instant(nanoseconds: 5_000_000_000)))
    }

    @Test func zeroIsNoLimit() {
        let meter = Meter(bitsPerSecond: 0, at: Instant(nanoseconds: 0))
        for _ in 0..<1000 { #expect(meter.admit(65_535, at: Instant(nanoseconds: 0))) }
    }

    @Test func theDirectionsHaveTheirOwn() throws {
        let server = try ServerUnderTest { $0.bandwidthPerAllocation = 80_000 }
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        try client.bind(0x4000, to: .peer)
        let data = [UInt8](repeating: 1, count: 1000)
        for _ in 0..<12 {
            client.sendChannelData(data, on: 0x4000)
            server.receiveFromPeer(data, from: .peer, atRelayed: relayed)
        }
        #expect(server.takePeerDatagrams().count == 10)
        #expect(client.received().count == 10)
        #expect(server.counters().overBandwidth == 4)
        server.advance(by: .milliseconds(100))
        client.sendChannelData(data, on: 0x4000)
        #expect(server.takePeerDatagrams().count == 1)
    }

    // MARK: Answers to strangers

    @Test func aSourceGetsItsBurstAndThenItsRate() {
        let start = Instant(nanoseconds: 0)
        let budget = Budget(perSecond: 30, burst: 120, at: start)
        let source = IPAddress(31, 1, 1, 1)
        #expect((0..<1000).count { _ in budget.admit(source, at: start) } == 120)
        #expect((0..<1000).count { _ in budget.admit(source, at: start + .seconds(1)) } == 30)
        #expect((0..<1000).count { _ in budget.admit(source, at: start + .seconds(100)) } == 120)
    }

    @Test func anIPv6SourceIsItsWholeNetwork() {
        let now = Instant(nanoseconds: 0)
        let budget = Budget(perSecond: 30, burst: 120, at: now)
        let admitted = (UInt64(0)..<1000).count { host in
            budget.admit(IPAddress(v6: 0x2A00_0000_0000_0000, host), at: now)
        }
        #expect(admitted == 120)
    }

    @Test func aFloodFromEverywhereLeavesMostSourcesAlone() {
        let now = Instant(nanoseconds: 0)
        let budget = Budget(perSecond: 30, burst: 120, at: now)
        for index in UInt32(0)..<1000 { _ = budget.admit(IPAddress(v4: 0x1F00_0000 + index), at: now) }
        let served = (UInt32(0)..<1000).count { budget.admit(IPAddress(v4: 0x2F00_0000 + $0 * 7), at: now) }
        #expect(served == 1000)
    }

    @Test func zeroAnswersPerSecondIsNoLimitOnThem() {
        let now = Instant(nanoseconds: 0)
        let budget = Budget(perSecond: 0, burst: 0, at: now)
        for _ in 0..<1000 { #expect(budget.admit(IPAddress(31, 1, 1, 1), at: now)) }
    }

    @Test func strangersOverUDPAreBudgetedAndClientsAreNot() throws {
        let server = try ServerUnderTest {
            $0.unauthenticatedAnswersPerSource = 30
            $0.unauthenticatedAnswerBurst = 120
        }
        let client = try ScriptedClient(of: server)
        try client.allocate()
        let binding = try client.request(.binding, signed: false)
        let bare = try client.request(.allocate, signed: false)
        for _ in 0..<500 {
            client.transmit(binding)
            client.transmit(bare)
        }
        // One token went to the challenge that the client learned its nonce from.
        #expect(client.received().count == 119)
        #expect(server.counters().answersWithheld == 881)
        #expect(try client.refresh().isSuccess)
        #expect(try client.permit(.peer).isSuccess)
        // The source of a stream has proved its address by the handshake.
        let overTCP = try ScriptedClient(of: server, transport: .tcp)
        for _ in 0..<500 { overTCP.transmit(binding) }
        #expect(overTCP.received().count == 500)
        server.advance(by: .seconds(1))
        for _ in 0..<500 { client.transmit(binding) }
        #expect(client.received().count == 30)
    }
}
