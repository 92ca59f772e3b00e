import SansIO
import Testing
import VirtualNetwork

struct NATPortTests {
    private func ports(_ nat: ProbedNAT, _ sources: some Sequence<Endpoint>) -> [UInt16?] {
        sources.map { nat.external(of: $0, to: .server(1))?.port }
    }

    /// RFC 4787 REQ-3 a.
    @Test(arguments: PortAssignment.allCases)
    func staysBelow1024OrAbove(ports assignment: PortAssignment) throws {
        let nat = ProbedNAT(NATBehavior(ports: assignment))
        for host in UInt8(1)...100 {
            let low = try #require(nat.external(of: .host(host, 500), to: .server(1)))
            let high = try #require(nat.external(of: .host(host, 1024), to: .server(1)))
            #expect((1...1023).contains(low.port) && (1024...65535).contains(high.port))
            if assignment != .random { #expect(low.port % 2 == 0 && high.port % 2 == 0) }
        }
    }

    @Test(arguments: PortAssignment.allCases)
    func neverGivesAPortTwiceAndStopsWhenNoneIsLeft(ports assignment: PortAssignment) throws {
        let nat = ProbedNAT(NATBehavior(ports: assignment, dynamicPorts: 20_000...20_099))
        let sources = (0..<100).map { Endpoint.host(10, 30_000 + $0) }
        let given = try ports(nat, sources).map { try #require($0) }
        #expect(Set(given) == Set(20_000...20_099))
        #expect(nat.send(from: .host(10, 30_100), to: .server(1)).way == .dropped(.portsExhausted))
        #expect(nat.nat.mappingCount == 100)
        // Those who have a port keep it.
        #expect(nat.external(of: sources[0], to: .server(2))?.port == given[0])
        nat.advance(by: .seconds(300))
        #expect(nat.external(of: .host(10, 30_100), to: .server(1)) != nil)
    }

    /// A port of the other parity is better than none.
    @Test func parityGivesWayWhenItsHalfIsUsedUp() throws {
        let nat = ProbedNAT(NATBehavior(ports: .parity, dynamicPorts: 20_000...20_009))
        let given = try ports(nat, (0..<10).map { .host(10, 30_000 + $0 * 2) }).map { try #require($0) }
        #expect(given[..<5].allSatisfy { $0 % 2 == 0 } && given[5...].allSatisfy { $0 % 2 == 1 })
    }

    /// A port that got the wrong parity, because no other was left, does not draw its neighbour along.
    @Test func aMisplacedPortDoesNotMisplaceItsNeighbour() throws {
        let nat = ProbedNAT(NATBehavior(ports: .contiguous, dynamicPorts: 20_000...20_003))
        for port in [UInt16(6000), 6002] {
            let even = try #require(nat.external(of: .host(10, port), to: .server(1)))
            #expect(even.port % 2 == 0)
        }
        nat.advance(by: .seconds(200))
        let misplaced = try #require(nat.external(of: .host(10, 6004), to: .server(1)))
        #expect(misplaced.port % 2 == 1)
        nat.advance(by: .seconds(200))
        let neighbour = try #require(nat.external(of: .host(10, 6005), to: .server(1)))
        #expect(neighbour.port % 2 == 1 && neighbour != misplaced)
    }

    @Test func keepsAPortOnlyInsideItsRange() throws {
        let nat = ProbedNAT(NATBehavior(dynamicPorts: 20_000...29_999))
        #expect(nat.external(of: .host(10, 25_000), to: .server(1))?.port == 25_000)
        let outside = try #require(nat.external(of: .host(10, 40_000), to: .server(1)))
        #expect((20_000...29_999).contains(outside.port))
    }

    /// Both ports of a pair may come first, and two hosts' pairs do not mix.
    @Test(arguments: EndpointDependence.allCases)
    func pairsStayTogetherInWhateverOrder(mapping: EndpointDependence) throws {
        let nat = ProbedNAT(NATBehavior(mapping: mapping, ports: .contiguous))
        for pair in UInt16(0)..<50 {
            let even = Endpoint.host(UInt8(10 + pair % 3), 6000 + pair * 2)
            let odd = Endpoint(even.address, even.port + 1)
            let (first, second) = pair % 2 == 0 ? (even, odd) : (odd, even)
            let one = try #require(nat.external(of: first, to: .server(1, first.port)))
            let two = try #require(nat.external(of: second, to: .server(1, second.port)))
            #expect(one.port ^ 1 == two.port && one.port % 2 == first.port % 2)
        }
    }

    @Test func aHostPairedWithAnAddressKeepsIt() {
        let addresses = (1...4).map { IPAddress(198, 18, 7, $0) }
        let nat = ProbedNAT(NATBehavior(pooling: .paired), externalAddresses: addresses)
        var used: Set<IPAddress> = []
        for host in UInt8(1)...40 {
            let given = Set(
                (0..<10).map { nat.external(of: .host(host, 5000 + $0), to: .server(1))?.address }
            )
            #expect(given.count == 1)
            used.formUnion(given.compactMap { $0 })
        }
        #expect(used == Set(addresses))
    }

    /// REQ-2: rather no mapping than one of another address.
    @Test func aPairedHostGetsNoPortOfAnotherAddress() throws {
        let behavior = NATBehavior(pooling: .paired, dynamicPorts: 20_000...20_004)
        let nat = ProbedNAT(behavior, externalAddresses: [.wan, IPAddress(198, 18, 7, 2)])
        let given = (0..<6).map { nat.external(of: .host(10, 5000 + $0), to: .server(1)) }
        #expect(Set(given[..<5].compactMap(\.?.address)).count == 1)
        #expect(given[5] == nil)
        #expect(nat.nat.drops[.portsExhausted] == 1)
    }

    @Test func arbitraryPoolingUsesAllAddressesOfAHostsMappings() throws {
        let addresses = (1...4).map { IPAddress(198, 18, 7, $0) }
        let behavior = NATBehavior(pooling: .arbitrary, dynamicPorts: 20_000...20_004)
        let nat = ProbedNAT(behavior, externalAddresses: addresses)
        let given = (0..<20).compactMap { nat.external(of: .host(10, 5000 + $0), to: .server(1)) }
        #expect(Set(given).count == 20 && Set(given.map(\.address)) == Set(addresses))
        #expect(nat.external(of: .host(10, 6000), to: .server(1)) == nil)
    }

    @Test func aNATWithoutAddressesLetsNothingOut() {
        let nat = ProbedNAT(NATBehavior(), externalAddresses: [])
        #expect(nat.send(from: .host(10, 5000), to: .server(1)).way == .dropped(.portsExhausted))
    }

    @Test func oneHostCannotTakeAllMappings() throws {
        var limits = NATLimits.standard
        limits.mappingsPerHost = 5
        let nat = ProbedNAT(NATBehavior(), limits: limits)
        let greedy = (0..<6).map { nat.send(from: .host(10, 5000 + $0), to: .server(1)).way }
        #expect(greedy == Array(repeating: .outside, count: 5) + [.dropped(.hostLimit)])
        #expect(nat.external(of: .host(11, 5000), to: .server(1)) != nil)
        nat.advance(by: .seconds(300))
        #expect(nat.external(of: .host(10, 5005), to: .server(1)) != nil)
    }

    @Test func fullTablesRefuseWithoutHarm() throws {
        var limits = NATLimits.standard
        (limits.mappings, limits.sessions) = (3, 4)
        let nat = ProbedNAT(NATBehavior(), limits: limits)
        let (first, second) = (Endpoint.host(10, 5000), Endpoint.host(10, 5001))
        for server in UInt8(1)...4 { #expect(nat.external(of: first, to: .server(server)) != nil) }
        #expect(nat.send(from: first, to: .server(5)).way == .dropped(.tableFull))
        // A mapping that got no session is not left behind.
        #expect(nat.send(from: second, to: .server(1)).way == .dropped(.tableFull))
        #expect(nat.nat.mappingCount == 1 && nat.nat.sessionCount == 4)
        nat.advance(by: .seconds(300))
        for host in UInt8(10)...12 { #expect(nat.external(of: .host(host, 5001), to: .server(1)) != nil) }
        #expect(nat.send(from: .host(13, 5001), to: .server(1)).way == .dropped(.tableFull))
    }
}
