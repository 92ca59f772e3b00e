import STUN
import SansIO
import Testing

@Suite struct DiscoveryEndpointsTests {
    private let one = IPAddress(192, 0, 2, 1)
    private let two = IPAddress(192, 0, 2, 2)

    @Test func fourEndpointsReachEachOther() throws {
        let endpoints = try #require(
            DiscoveryEndpoints(primary: Endpoint(one, 3478), alternatePort: 3479, alternateAddress: two)
        )
        #expect(Set(endpoints.all).count == 4)
        for endpoint in endpoints.all {
            #expect(endpoints.contains(endpoint))
            for (address, port) in [(false, false), (true, false), (false, true), (true, true)] {
                let other = try #require(
                    endpoints.counterpart(of: endpoint, address: address, port: port)
                )
                #expect((other.address != endpoint.address) == address)
                #expect((other.port != endpoint.port) == port)
                #expect(endpoints.contains(other))
            }
        }
        #expect(!endpoints.contains(Endpoint(one, 80)))
        #expect(!endpoints.contains(Endpoint(IPAddress(192, 0, 2, 3), 3478)))
    }

    @Test func oneAddressHasNoOtherAddress() throws {
        let endpoints = try #require(DiscoveryEndpoints(primary: Endpoint(one, 3478), alternatePort: 3479))
        #expect(endpoints.all.count == 2)
        #expect(endpoints.counterpart(of: Endpoint(one, 3478), address: true, port: false) == nil)
        #expect(endpoints.other(than: Endpoint(one, 3479)) == Endpoint(one, 3478))
    }

    @Test func alternatesHaveToDiffer() {
        let primary = Endpoint(one, 3478)
        #expect(DiscoveryEndpoints(primary: primary, alternatePort: 3478) == nil)
        #expect(DiscoveryEndpoints(primary: primary, alternatePort: 0) == nil)
        #expect(DiscoveryEndpoints(primary: primary, alternatePort: 3479, alternateAddress: one) == nil)
        #expect(
            DiscoveryEndpoints(
                primary: primary,
                alternatePort: 3479,
                alternateAddress: IPAddress(v6: 0, 1)
            ) == nil
        )
    }
}
