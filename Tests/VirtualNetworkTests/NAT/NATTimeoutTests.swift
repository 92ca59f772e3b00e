import SansIO
import Testing
import VirtualNetwork

struct NATTimeoutTests {
    private let socket = Endpoint.host(10, 5000)

    private func nat(
        _ seconds: Int,
        _ filtering: EndpointDependence,
        _ refresh: MappingRefresh = .outbound
    ) -> ProbedNAT {
        var behavior = NATBehavior(filtering: filtering, refresh: refresh)
        behavior.timeouts.udp = .seconds(seconds)
        return ProbedNAT(behavior)
    }

    @Test func keepsToTheRFCsByDefault() {
        let timeouts = NATBehavior().timeouts
        #expect(timeouts.udp == .seconds(300))
        #expect(timeouts.tcpEstablished == .seconds(2 * 3600 + 4 * 60))
        #expect(timeouts.tcpTransitory == .seconds(240))
        #expect(timeouts.icmpQuery == .seconds(60))
    }

    @Test(arguments: [20, 30, 60, 120, 300], EndpointDependence.allCases)
    func endsToTheNanosecond(seconds: Int, filtering: EndpointDependence) throws {
        let nat = nat(seconds, filtering)
        let external = try #require(nat.external(of: socket, to: .server(1)))
        nat.advance(by: .seconds(seconds) - .nanoseconds(1))
        #expect(nat.delivery(from: .server(1), to: external) == socket)
        nat.advance(by: .nanoseconds(1))
        #expect(nat.receive(from: .server(1), to: external).way == .dropped(.noMapping))
        #expect(nat.nat.mappingCount == 0 && nat.nat.sessionCount == 0)
    }

    /// What has expired is gone for the next packet, also when nobody told the NAT the time.
    @Test func needsNoTimer() throws {
        let nat = nat(30, .addressAndPortDependent)
        let external = try #require(nat.external(of: socket, to: .server(1)))
        nat.now += .seconds(30)
        #expect(nat.receive(from: .server(1), to: external).way == .dropped(.noMapping))
    }

    @Test(arguments: EndpointDependence.allCases)
    func isRefreshedFromInside(filtering: EndpointDependence) throws {
        let nat = nat(30, filtering)
        let external = try #require(nat.external(of: socket, to: .server(1)))
        for _ in 0..<10 {
            nat.advance(by: .seconds(29))
            #expect(nat.external(of: socket, to: .server(1)) == external)
        }
        #expect(nat.delivery(from: .server(1), to: external) == socket)
    }

    @Test(arguments: EndpointDependence.allCases)
    func isRefreshedFromOutsideOnlyWhenAsked(filtering: EndpointDependence) throws {
        for refresh in MappingRefresh.allCases {
            let nat = nat(30, filtering, refresh)
            let external = try #require(nat.external(of: socket, to: .server(1)))
            nat.advance(by: .seconds(20))
            #expect(nat.delivery(from: .server(1), to: external) == socket)
            nat.advance(by: .seconds(20))
            let later = nat.delivery(from: .server(1), to: external)
            #expect(later == (refresh == .both ? socket : nil))
        }
    }

    /// A peer that may not send cannot keep a mapping alive.
    @Test func isNotRefreshedByRefusedPackets() throws {
        let nat = nat(30, .addressDependent, .both)
        let external = try #require(nat.external(of: socket, to: .server(1)))
        nat.advance(by: .seconds(20))
        #expect(nat.receive(from: .server(2), to: external).way == .dropped(.filtered))
        nat.advance(by: .seconds(10))
        #expect(nat.nat.mappingCount == 0)
    }

    /// The mapping lives while one of its sessions does; a filter entry ends by itself.
    @Test func everyRemoteHasATimerOfItsOwn() throws {
        let nat = nat(30, .addressAndPortDependent)
        let external = try #require(nat.external(of: socket, to: .server(1)))
        nat.advance(by: .seconds(20))
        #expect(nat.external(of: socket, to: .server(2)) == external)
        nat.advance(by: .seconds(10))
        #expect(nat.receive(from: .server(1), to: external).way == .dropped(.filtered))
        #expect(nat.delivery(from: .server(2), to: external) == socket)
        nat.advance(by: .seconds(20))
        #expect(nat.nat.mappingCount == 0)
    }

    /// A port that is free again can be another host's, and the old flow does not reach it.
    @Test func aFreedPortGoesToAnotherHost() {
        let nat = nat(30, .addressAndPortDependent)
        let other = Endpoint.host(11, 5000)
        #expect(nat.external(of: socket, to: .server(1)) == Endpoint(.wan, 5000))
        nat.advance(by: .seconds(30))
        #expect(nat.external(of: other, to: .server(2)) == Endpoint(.wan, 5000))
        #expect(nat.receive(from: .server(1), to: Endpoint(.wan, 5000)).way == .dropped(.filtered))
        #expect(nat.delivery(from: .server(2), to: Endpoint(.wan, 5000)) == other)
    }
}
