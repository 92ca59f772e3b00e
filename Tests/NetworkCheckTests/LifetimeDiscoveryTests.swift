import NetworkCheck
import SansIO
import Testing
import VirtualNetwork

struct LifetimeDiscoveryTests {
    private static let idleTimes: [Duration] = [10, 25, 45, 90, 150, 400].map { .seconds($0) }

    @Test(arguments: [20, 30, 60, 120, 300])
    func aTimeoutIsBracketed(seconds: Int) throws {
        var nat = NATBehavior()
        nat.timeouts.udp = .seconds(seconds)
        var world = try DiscoveryWorld([nat])
        let found = world.lifetime(Self.idleTimes)
        #expect(found.longestAlive == Self.idleTimes.last { $0 < .seconds(seconds) })
        #expect(found.shortestForgotten == Self.idleTimes.first { $0 > .seconds(seconds) })
    }

    @Test(arguments: NATDiscoveryTests.dependences)
    func everyFilterLetsTheTrialPass(filtering: EndpointDependence) throws {
        var nat = NATBehavior(mapping: .addressAndPortDependent, filtering: filtering, ports: .random)
        nat.timeouts.udp = .seconds(60)
        var world = try DiscoveryWorld([nat])
        let found = world.lifetime(Self.idleTimes)
        #expect(found.longestAlive == .seconds(45))
        #expect(found.shortestForgotten == .seconds(90))
    }

    @Test func theShortestOfNestedNATsCounts() throws {
        var (inner, outer) = (NATBehavior(), NATBehavior())
        inner.timeouts.udp = .seconds(200)
        outer.timeouts.udp = .seconds(30)
        var world = try DiscoveryWorld([inner, outer])
        let found = world.lifetime(Self.idleTimes)
        #expect(found.longestAlive == .seconds(25))
    }
}
