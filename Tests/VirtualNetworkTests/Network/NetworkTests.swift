import SansIO
import Testing
import VirtualNetwork

struct NetworkTests {
    @Test func aHomeReachesTheInternetByItsOutsideAddressAndGetsTheAnswer() throws {
        let world = try NetworkWorld(.twoHomes())
        #expect(
            world.trace(1, "192.168.1.2:5000", "198.18.0.10:3478")
                == ["0: 198.18.1.1:5000 > 198.18.0.10:3478"]
        )
        #expect(
            world.trace(0, "198.18.0.10:3478", "198.18.1.1:5000")
                == ["1: 198.18.0.10:3478 > 192.168.1.2:5000"]
        )
        #expect(world.trace(0, "198.18.0.11:3478", "198.18.1.1:5000") == [])
    }

    @Test func twoHomesReachEachOtherOnceBothHaveSent() throws {
        let world = try NetworkWorld(.twoHomes())
        #expect(world.trace(1, "192.168.1.2:5000", "198.18.2.1:6000") == [])
        #expect(
            world.trace(2, "192.168.2.2:6000", "198.18.1.1:5000")
                == ["1: 198.18.2.1:6000 > 192.168.1.2:5000"]
        )
        #expect(
            world.trace(1, "192.168.1.2:5000", "198.18.2.1:6000")
                == ["2: 198.18.1.1:5000 > 192.168.2.2:6000"]
        )
    }

    @Test func hostsOfOneLANReachEachOtherWithoutTheirRouter() throws {
        var wiring = NetworkWiring.internet()
        let first = wiring.addHome(1, NATAlias.symmetric.behavior, outside: "198.18.1.1")
        let second = wiring.addHost("192.168.1.3", besides: first)
        let world = try NetworkWorld(wiring)
        #expect(
            world.trace(first, "192.168.1.2:1", "192.168.1.3:2")
                == ["\(second): 192.168.1.2:1 > 192.168.1.3:2"]
        )
    }

    @Test func aGuestNetworkLetsNoHostReachAnother() throws {
        var wiring = NetworkWiring.internet()
        let first = wiring.addHome(1, NATAlias.portRestricted.behavior, outside: "198.18.1.1")
        _ = wiring.addHost("192.168.1.3", besides: first)
        wiring.segments[1].connectsDevices = false
        let world = try NetworkWorld(wiring)
        #expect(world.trace(first, "192.168.1.2:1", "192.168.1.3:2") == [])
        #expect(world.trace(first, "192.168.1.2:1000", "198.18.0.10:2").count == 1)
    }

    @Test func whatIsForAGroupReachesTheLANAndNothingElse() throws {
        var wiring = NetworkWiring.internet()
        let first = wiring.addHome(1, NATAlias.portRestricted.behavior, outside: "198.18.1.1")
        let second = wiring.addHost("192.168.1.3", besides: first)
        let third = wiring.addHost("192.168.1.4", besides: first)
        let world = try NetworkWorld(wiring)
        world.send(first, "192.168.1.2:5353", "224.0.0.251:5353")
        #expect(world.takeArrivals().map(\.device).sorted() == [second, third])
        world.send(0, "198.18.0.10:5353", "224.0.0.251:5353")
        let swallowed = world.network.drops[.multicast]
        #expect(world.takeArrivals().isEmpty)
        #expect(swallowed == 1)
    }

    @Test func hairpinningComesFromTheOutsideAddress() throws {
        var behavior = NATAlias.fullCone.behavior
        behavior.hairpin = .external
        var wiring = NetworkWiring.internet()
        let first = wiring.addHome(1, behavior, outside: "198.18.1.1")
        let second = wiring.addHost("192.168.1.3", besides: first)
        let world = try NetworkWorld(wiring)
        _ = world.trace(second, "192.168.1.3:6000", "198.18.0.10:1")
        #expect(
            world.trace(first, "192.168.1.2:5000", "198.18.1.1:6000")
                == ["\(second): 198.18.1.1:5000 > 192.168.1.3:6000"]
        )
    }

    @Test func carrierGradeNATsNest() throws {
        var wiring = NetworkWiring.internet()
        wiring.segments.append(.init(gateway: 0))
        wiring.routers.append(
            .init(
                inside: 1,
                uplink: 0,
                kind: .ours(nat: NATAlias.fullCone.behavior, firewall: nil),
                insideAddresses: [IPAddress(100, 64, 0, 1)],
                outsideAddresses: [IPAddress(198, 18, 9, 1)]
            )
        )
        let host = wiring.addHome(1, NATAlias.portRestricted.behavior, outside: "100.64.0.7", uplink: 1)
        let world = try NetworkWorld(wiring)
        #expect(
            world.trace(host, "192.168.1.2:5000", "198.18.0.10:3478")
                == ["0: 198.18.9.1:5000 > 198.18.0.10:3478"]
        )
        #expect(
            world.trace(0, "198.18.0.10:3478", "198.18.9.1:5000")
                == ["\(host): 198.18.0.10:3478 > 192.168.1.2:5000"]
        )
    }

    @Test func aStaticMappingIsReachedUnasked() throws {
        var wiring = NetworkWiring.internet()
        let inside = IPAddress(192, 168, 1, 2)
        let mapping = NetworkWiring.Router.StaticMapping(inside: inside, outside: IPAddress(198, 18, 3, 3))
        let relay = wiring.addHome(
            1,
            NATAlias.portRestricted.behavior,
            outside: "198.18.1.1",
            staticMappings: [mapping]
        )
        let other = wiring.addHost("192.168.1.3", besides: relay)
        let world = try NetworkWorld(wiring)
        #expect(
            world.trace(0, "198.18.0.10:9", "198.18.3.3:3478")
                == ["\(relay): 198.18.0.10:9 > 192.168.1.2:3478"]
        )
        #expect(
            world.trace(relay, "192.168.1.2:3478", "198.18.0.10:9")
                == ["0: 198.18.3.3:3478 > 198.18.0.10:9"]
        )
        #expect(
            world.trace(other, "192.168.1.3:7000", "198.18.3.3:3478")
                == ["\(relay): 198.18.1.1:7000 > 192.168.1.2:3478"]
        )
    }

    @Test func anIPv6HomeIsReachedByItsOwnAddressOnceItHasAsked() throws {
        var wiring = NetworkWiring.internet()
        let host = wiring.addHome(
            1,
            NATAlias.portRestricted.behavior,
            outside: "198.18.1.1",
            firewall: FirewallPreset.stateful.policy()
        )
        let own = NetworkWorld.address("2001:2:0:1::2")
        wiring.devices[host].addresses.append(own)
        wiring.routers[0].routedPrefixes = [try #require(IPPrefix("2001:2:0:1::/64"))]
        let world = try NetworkWorld(wiring)
        #expect(world.trace(0, "[2001:2::10]:9", "[2001:2:0:1::2]:5000") == [])
        #expect(
            world.trace(host, "[2001:2:0:1::2]:5000", "[2001:2::10]:9")
                == ["0: [2001:2:0:1::2]:5000 > [2001:2::10]:9"]
        )
        #expect(
            world.trace(0, "[2001:2::10]:9", "[2001:2:0:1::2]:5000")
                == ["\(host): [2001:2::10]:9 > [2001:2:0:1::2]:5000"]
        )
    }

    @Test func routersAnswerPings() throws {
        let world = try NetworkWorld(.twoHomes())
        world.ping(1, "192.168.1.2", "192.168.1.1")
        world.ping(1, "192.168.1.2", "198.18.2.1")
        world.ping(1, "192.168.1.2", "198.18.0.1")
        let replies = world.takeArrivals().map { "\($0.device): \(world.describe($0.bytes))" }
        #expect(
            replies == [
                "1: 192.168.1.1 > 192.168.1.2 reply", "1: 198.18.2.1 > 192.168.1.2 reply",
                "1: 198.18.0.1 > 192.168.1.2 reply",
            ]
        )
    }

    @Test func whatHasNoRouteIsSwallowed() throws {
        let world = try NetworkWorld(.twoHomes())
        #expect(world.trace(1, "192.168.1.2:5000", "203.0.113.1:1") == [])
        #expect(world.trace(0, "198.18.0.10:1", "10.0.0.1:1") == [])
        let (swallowed, held) = (world.network.drops[.noRoute], world.network.packetCount)
        #expect(swallowed == 2)
        #expect(held == 0)
    }

    @Test func delaysOfAllLinksAddUpToTheNanosecond() throws {
        var conditions = LinkConditions()
        conditions.delay = .milliseconds(20)
        let world = try NetworkWorld(.twoHomes(link: .init(both: conditions)))
        let sent = world.now
        world.send(1, "192.168.1.2:5000", "198.18.0.10:3478")
        // Its owner comes late; the packet does not.
        world.advance(by: .seconds(3))
        let arrival = try #require(world.takeArrivals().first)
        #expect(arrival.due - sent == .milliseconds(20))
    }
}
