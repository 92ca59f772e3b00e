import NetworkCheck
import SansIO
import Testing
import VirtualNetwork

/// Every NAT there can be is told apart from outside, by what it does.
struct NATDiscoveryTests {
    static let dependences: [EndpointDependence] = [
        .endpointIndependent, .addressDependent, .addressAndPortDependent,
    ]

    /// What of a hairpin can be seen by two hosts that send to each other's outside endpoint.
    ///
    /// A filter lets pass who was sent to through the same mapping. With another mapping for each destination
    /// that is the server alone; and nobody sends to an inside endpoint that he does not know.
    static func visible(_ nat: NATBehavior) -> Hairpinning {
        switch (nat.hairpin, nat.filtering) {
        case (.none, _): .none
        case (let hairpin, .endpointIndependent): hairpin
        case (.external, _) where nat.mapping == .endpointIndependent: .external
        default: .none
        }
    }

    @Test(arguments: dependences, dependences)
    func allPropertiesAreTold(mapping: EndpointDependence, filtering: EndpointDependence) throws {
        for ports in PortAssignment.allCases {
            for hairpin in Hairpinning.allCases {
                let nat = NATBehavior(
                    mapping: mapping,
                    filtering: filtering,
                    ports: ports,
                    hairpin: hairpin
                )
                var world = try DiscoveryWorld([nat])
                let found = world.discover()
                let name = "\(mapping) \(filtering) \(ports) \(hairpin)"
                #expect(found.isTranslated == true, "\(name)")
                #expect(found.mapping == mapping, "\(name)")
                #expect(found.filtering == filtering, "\(name)")
                #expect(found.ports == ports, "\(name): \(found.preservedCount) of \(found.portCount)")
                #expect(found.hairpin == Self.visible(nat), "\(name)")
                #expect(found.isConsistent == true, "\(name)")
                #expect(found.isPaired == true, "\(name)")
            }
        }
    }

    @Test func aHostWithoutANATIsSeenAsItIs() throws {
        var world = try DiscoveryWorld([nil])
        let found = world.discover()
        #expect(found.isTranslated == false)
        #expect(found.mapping == .endpointIndependent)
        #expect(found.filtering == .endpointIndependent)
    }

    @Test func withoutUDPNothingIsReached() throws {
        var blackhole = LinkConditions()
        blackhole.loss = .always
        var world = try DiscoveryWorld([NATBehavior()], link: blackhole)
        let found = world.discover()
        #expect(!found.isReached)
        #expect(found.filtering == nil)
    }

    @Test(arguments: dependences, dependences)
    func nestedNATsActAsTheMostDependentAndTheStrictest(
        inner: EndpointDependence,
        outer: EndpointDependence
    ) throws {
        var world = try DiscoveryWorld([
            NATBehavior(mapping: inner, filtering: inner, ports: .random),
            NATBehavior(mapping: outer, filtering: outer, ports: .random),
        ])
        let found = world.discover()
        let order = Self.dependences
        let most = max(order.firstIndex(of: inner) ?? 0, order.firstIndex(of: outer) ?? 0)
        #expect(found.mapping == order[most])
        #expect(found.filtering == order[most])
    }

    @Test(arguments: 0..<6)
    func lossAndReorderingMakeNoWrongClass(seed: UInt64) throws {
        var lossy = LinkConditions()
        lossy.delay = .milliseconds(20)
        lossy.jitter = .normal(.milliseconds(10))
        lossy.loss = try #require(Probability(percent: 15))
        lossy.reordering = .init(try #require(Probability(percent: 20)), extraDelay: .milliseconds(40))
        for (index, filtering) in Self.dependences.enumerated() {
            let nat = NATBehavior(mapping: Self.dependences[(index + 1) % 3], filtering: filtering)
            var world = try DiscoveryWorld([nat], link: lossy, seed: seed)
            let found = world.discover(seed: seed)
            #expect(found.filtering == nil || found.filtering == filtering)
            #expect(found.mapping == nil || found.mapping == nat.mapping)
            #expect(found.lostShare > 0.05)
        }
    }

    @Test func lossIsToldAndNotTakenForAFilter() throws {
        var lossy = LinkConditions()
        lossy.loss = try #require(Probability(percent: 60))
        var world = try DiscoveryWorld([NATBehavior(filtering: .endpointIndependent)], link: lossy)
        let found = world.discover()
        #expect(found.filtering == nil || found.filtering == .endpointIndependent)
        #expect(found.hairpin == nil || found.hairpin == Hairpinning.none)
        #expect(found.isStableAgainstUnsolicited == nil)
    }

    @Test func aPacketThatComesFirstChangesNoMappingOfOurs() throws {
        var world = try DiscoveryWorld([NATBehavior()])
        let found = world.discover()
        #expect(found.isStableAgainstUnsolicited == true)
    }
}
