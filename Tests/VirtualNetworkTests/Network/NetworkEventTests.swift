import SansIO
import Testing
import VirtualNetwork

/// Each event looks different to an application; here to its packets.
struct NetworkEventTests {
    private let world: NetworkWorld

    init() throws {
        world = try NetworkWorld(.twoHomes())
    }

    private func handle(_ event: NetworkEvent) { world.network.handle(event, at: world.now) }

    private var goesUp: Bool { !world.trace(1, "192.168.1.2:5000", "198.18.0.10:3478").isEmpty }
    private var goesDown: Bool { !world.trace(0, "198.18.0.10:3478", "198.18.1.1:5000").isEmpty }

    @Test func aBlackholeSwallowsTheDirectionsNamed() {
        #expect(goesUp && goesDown)
        handle(.blackhole(.router(0), [.up]))
        #expect(!goesUp && goesDown)
        handle(.blackhole(.router(0), [.up, .down]))
        #expect(!goesUp && !goesDown)
        handle(.blackhole(.router(0), []))
        #expect(goesUp && goesDown)
    }

    @Test func withoutCarrierNothingPasses() {
        #expect(goesUp)
        handle(.carrier(.device(1), false))
        #expect(!goesUp && !goesDown)
        handle(.carrier(.device(1), true))
        #expect(goesUp && goesDown)
    }

    @Test func signalingAndMediaAreCutApart() {
        let backend: Set = [IPAddress(198, 18, 0, 11)]
        func reaches(_ peer: String) -> Bool { !world.trace(1, "192.168.1.2:5000", peer).isEmpty }
        handle(.cut(device: 1, TrafficCut(.withThese, backend)))
        #expect(!reaches("198.18.0.11:443") && reaches("198.18.0.10:3478"))
        handle(.cut(device: 1, TrafficCut(.withOthers, backend)))
        #expect(reaches("198.18.0.11:443") && !reaches("198.18.0.10:3478"))
        handle(.cut(device: 1, TrafficCut(.withOthers, backend, directions: [.down])))
        #expect(reaches("198.18.0.10:3478") && !goesDown)
        handle(.cut(device: 1, nil))
        #expect(goesUp && goesDown)
    }

    @Test func aProhibitedSenderIsTold() {
        handle(.prohibited(device: 1, true))
        #expect(
            world.trace(1, "192.168.1.2:5000", "198.18.0.10:3478") == [
                "1: 192.168.1.1 > 192.168.1.2 administrativelyProhibited about "
                    + "192.168.1.2:5000 > 198.18.0.10:3478"
            ]
        )
    }

    @Test func aHostIsReachedAtItsNewAddressAlone() {
        handle(.addresses(device: 0, [IPAddress(198, 18, 0, 99)]))
        #expect(!goesUp)
        #expect(world.trace(1, "192.168.1.2:5000", "198.18.0.99:1").count == 1)
    }

    @Test func aReboundPortIsAnotherOne() {
        #expect(goesUp && goesDown)
        handle(.rebindPorts(router: 0))
        #expect(!goesDown)
        let seen = world.trace(1, "192.168.1.2:5000", "198.18.0.10:3478")
        #expect(seen.count == 1)
        #expect(seen != ["0: 198.18.1.1:5000 > 198.18.0.10:3478"])
    }

    @Test func aReboundAddressIsReachedAndTheOldOneIsNot() {
        #expect(goesUp)
        handle(.rebindAddress(router: 0, [IPAddress(198, 18, 1, 77)]))
        #expect(!goesDown)
        #expect(
            world.trace(1, "192.168.1.2:5000", "198.18.0.10:3478")
                == ["0: 198.18.1.77:5000 > 198.18.0.10:3478"]
        )
        #expect(
            world.trace(0, "198.18.0.10:3478", "198.18.1.77:5000")
                == ["1: 198.18.0.10:3478 > 192.168.1.2:5000"]
        )
    }

    @Test func aRebootedRouterHasForgottenAllFlows() {
        #expect(goesUp && goesDown)
        handle(.power(router: 0, false))
        #expect(!goesUp && !goesDown)
        handle(.power(router: 0, true))
        #expect(!goesDown)
        #expect(goesUp && goesDown)
    }

    @Test func conditionsChangeOneDirection() throws {
        var slow = LinkConditions()
        slow.delay = .milliseconds(300)
        handle(.conditions(.router(0), .up, slow))
        let sent = world.now
        world.send(1, "192.168.1.2:5000", "198.18.0.10:3478")
        world.advance(by: .seconds(1))
        let up = try #require(world.takeArrivals().first)
        #expect(up.due - sent == .milliseconds(300))
        let answered = world.now
        world.send(0, "198.18.0.10:3478", "198.18.1.1:5000")
        let down = try #require(world.takeArrivals().first)
        #expect(down.due == answered)
    }

    @Test func aFirewallGetsOtherRulesWhileFlowsLive() throws {
        var wiring = NetworkWiring.internet()
        wiring.addHome(
            1,
            NATAlias.portRestricted.behavior,
            outside: "198.18.1.1",
            firewall: FirewallPreset.stateful.policy()
        )
        let world = try NetworkWorld(wiring)
        #expect(world.trace(1, "192.168.1.2:5000", "198.18.0.10:3478").count == 1)
        world.network.handle(.firewall(router: 0, FirewallPreset.udpBlocked.policy()), at: world.now)
        #expect(world.trace(1, "192.168.1.2:5000", "198.18.0.10:3478").isEmpty)
    }
}
