import Cryptography
import STUN
import SansIO
import Testing

@testable import TURN

/// A control table that can be handed to `#expect`.
private final class Table {
    private(set) var control: RelayControl
    let live: LiveRelayPorts

    init(
        _ addresses: [RelayAddress],
        ports: ClosedRange<UInt16>,
        generator: any RandomNumberGenerator = SeededRandom(seed: 1)
    ) {
        live = LiveRelayPorts(addresses: addresses.map(\.advertised))
        control = RelayControl(
            addresses: addresses,
            ports: ports,
            limits: .init(allocationsPerUser: .max),
            livePorts: live,
            generator: generator
        )
    }

    func plan(_ request: RelayRequest, at now: Instant) throws(RelayRefusal) -> RelayControl.Plan {
        try control.plan(request, at: now)
    }

    func replace(_ leg: RelayControl.Leg, at now: Instant) -> RelayControl.Leg? {
        control.replace(leg, wish: .any, at: now)
    }

    func abandon(_ plan: RelayControl.Plan, user: String, at now: Instant) {
        for leg in plan.legs { control.giveBack(leg, at: now) }
        control.uncount(user)
    }

    func release(_ leg: RelayControl.Leg, at now: Instant) {
        control.release(local: leg.local, relayed: leg.relayed, at: now)
    }

    func uncount(_ user: String) {
        control.uncount(user)
    }
}

/// A pool that can be handed to `#expect`.
private final class Pool {
    private var pool: RelayPortPool
    private var random = SeededRandom(seed: 3)

    init(_ ports: ClosedRange<UInt16>) {
        pool = RelayPortPool(ports: ports)
    }

    var freeCount: Int { pool.freeCount }

    func take(at now: Instant) -> UInt16? {
        pool.take(even: false, at: now, using: &random)
    }

    func takePair() -> UInt16? {
        pool.takePair(at: Instant(nanoseconds: 0), using: &random)
    }

    func giveBack(_ port: UInt16, at now: Instant) {
        pool.giveBack(port, at: now)
    }
}

/// What all workers share: ports, reservations, quotas.
struct RelayControlTests {
    private let v4 = IPAddress(192, 0, 2, 1)
    private let now = Instant(nanoseconds: 0)

    private func request(
        _ user: String = "u",
        _ families: [IPAddress.Family] = [.v4],
        _ wish: RelayRequest.Wish = .any,
        to server: IPAddress? = nil
    ) -> RelayRequest {
        RelayRequest(
            allocation: AllocationID(slot: 0, generation: 1),
            user: user,
            families: families,
            wish: wish,
            server: Endpoint(server ?? v4, 3478)
        )
    }

    @Test func thePortOfTheAddressThatTheClientCameToIsPreferred() throws {
        let other = IPAddress(192, 0, 2, 9)
        let table = Table(
            [RelayAddress(local: v4), RelayAddress(local: other)],
            ports: 50_000...50_000
        )
        let first = try table.plan(request(to: other), at: now)
        #expect(first.legs.map(\.local.address) == [other])
        // When it has none left, the other one serves.
        let second = try table.plan(request(to: other), at: now)
        #expect(second.legs.map(\.local.address) == [v4])
        #expect(throws: RelayRefusal.noCapacity) { try table.plan(request(to: other), at: now) }
    }

    @Test func anAbandonedPlanGivesEverythingBack() throws {
        let table = Table([RelayAddress(local: v4)], ports: 50_000...50_001)
        for _ in 0..<10 {
            let plan = try table.plan(request("u", [.v4], .evenWithNextReserved), at: now)
            #expect(plan.legs.map(\.local.port) == [50_000])
            #expect(plan.legs.first?.reservedNext?.port == 50_001)
            table.abandon(plan, user: "u", at: now)
        }
        let count = table.control.allocationCount
        #expect(count == 0)
        #expect(!table.live.contains(Endpoint(v4, 50_000)))
        _ = try table.plan(request(), at: now)
        _ = try table.plan(request(), at: now)
        #expect(throws: RelayRefusal.noCapacity) { try table.plan(request(), at: now) }
    }

    @Test func aHeldPortIsReplacedByAnother() throws {
        let table = Table([RelayAddress(local: v4)], ports: 50_000...50_003)
        let plan = try table.plan(request(), at: now)
        let leg = try #require(plan.legs.first)
        var seen = [leg.local.port]
        var current = leg
        for _ in 0..<3 {
            current = try #require(table.replace(current, at: now))
            seen.append(current.local.port)
        }
        #expect(Set(seen) == [50_000, 50_001, 50_002, 50_003])
    }

    @Test func aLivePortIsSeenByAllWorkersUntilItIsReleased() throws {
        let address = RelayAddress(local: IPAddress(10, 0, 0, 5), advertised: v4)
        let table = Table([address], ports: 50_000...50_009)
        let plan = try table.plan(request(), at: now)
        let leg = try #require(plan.legs.first)
        #expect(leg.local.address == address.local)
        #expect(leg.relayed == Endpoint(v4, leg.local.port))
        #expect(!table.live.contains(leg.relayed))
        table.control.confirm([leg.relayed])
        #expect(table.live.contains(leg.relayed))
        #expect(!table.live.contains(leg.local))
        table.release(leg, at: now)
        #expect(!table.live.contains(leg.relayed))
    }

    @Test func theLiveBitsAreOnePerPortAndAddress() {
        let addresses = [v4, IPAddress(v6: 1, 2), IPAddress(192, 0, 2, 9)]
        let live = LiveRelayPorts(addresses: addresses)
        for address in addresses {
            for port in [0, 63, 64, 65_535] as [UInt16] {
                let endpoint = Endpoint(address, port)
                live.insert(endpoint)
                let all = addresses.flatMap { address in (0...UInt16.max).map { Endpoint(address, $0) } }
                #expect(all.filter { live.contains($0) } == [endpoint])
                live.remove(endpoint)
                #expect(!live.contains(endpoint))
            }
        }
        let stranger = Endpoint(IPAddress(8, 8, 8, 8), 1)
        live.insert(stranger)
        #expect(!live.contains(stranger))
    }

    // MARK: Ports

    @Test func aPortRestsForTwoMinutesUnlessNothingElseIsLeft() throws {
        let pool = Pool(50_000...50_003)
        let ports = (0..<4).compactMap { _ in pool.take(at: now) }
        #expect(Set(ports).count == 4)
        #expect(pool.take(at: now) == nil)
        // Nothing else is left: the one that has rested longest.
        pool.giveBack(ports[2], at: now)
        pool.giveBack(ports[0], at: now + .seconds(1))
        #expect(pool.take(at: now + .seconds(2)) == ports[2])
        #expect(pool.take(at: now + .seconds(2)) == ports[0])
        // A rested one comes before a resting one.
        pool.giveBack(ports[1], at: now)
        pool.giveBack(ports[3], at: now + .seconds(100))
        #expect(pool.take(at: now + .seconds(120)) == ports[1])
        #expect(pool.freeCount == 1)
    }

    @Test func pairsAreEvenAndWholeWhateverTheRange() {
        for (range, pairs) in [
            (50_001...50_006, 2), (50_000...50_005, 3), (65_534...65_535, 1), (65_535...65_535, 0),
        ]
            as [(ClosedRange<UInt16>, Int)]
        {
            let pool = Pool(range)
            var taken: [UInt16] = []
            while let port = pool.takePair() { taken += [port, port + 1] }
            #expect(taken.count == pairs * 2)
            #expect(Set(taken).count == pairs * 2)
            #expect(taken.allSatisfy { range.contains($0) })
            #expect(pool.freeCount == range.count - pairs * 2)
        }
    }

    /// T4: the next port can not be foretold.
    ///
    /// Which of 100 ports comes is even, and so is what follows it.
    @Test(arguments: [true, false])
    func thePortsAreRandom(isSeeded: Bool) throws {
        let generator: any RandomNumberGenerator = isSeeded ? SeededRandom(seed: 5) : SecureRandom()
        let table = Table([RelayAddress(local: v4)], ports: 50_000...50_099, generator: generator)
        var clock = now
        var counts = [Int](repeating: 0, count: 100)
        var steps = [Int](repeating: 0, count: 100)
        var last = 0
        for _ in 0..<10_000 {
            let leg = try #require(try table.plan(request(), at: clock).legs.first)
            let port = Int(leg.local.port) - 50_000
            counts[port] += 1
            steps[(port - last + 100) % 100] += 1
            last = port
            table.release(leg, at: clock)
            table.uncount("u")
            // Every port has rested.
            clock += .seconds(120)
        }
        // 99 degrees of freedom: more than 180 comes less than once in a million times.
        for sample in [counts, steps] {
            let square = sample.reduce(0.0) { $0 + (Double($1) - 100) * (Double($1) - 100) / 100 }
            #expect(square < 180)
        }
    }
}
