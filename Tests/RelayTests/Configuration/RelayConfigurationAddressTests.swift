import Relay
import SansIO
import Testing

@Suite struct RelayConfigurationAddressTests {
    private let interfaces = [
        IPAddress(127, 0, 0, 1), IPAddress(10, 0, 0, 12), IPAddress(10, 0, 0, 13), IPAddress(169, 254, 0, 9),
        IPAddress(v6: 0, 1), IPAddress(v6: 0xFE80_0000_0000_0000, 1), IPAddress(v6: 0x2001_0DB8_0000_0000, 5),
    ]

    @Test func listensOnEveryAddressThatOthersReach() {
        let configuration = RelayConfiguration()
        let listening = configuration.listeningAddresses(among: interfaces).map(\.description)
        #expect(listening == ["10.0.0.12", "10.0.0.13", "2001:db8::5"])
        #expect(configuration.relayingAddresses(among: interfaces).map(\.description) == listening)
    }

    @Test func takesTheUnspecifiedAddressForThoseOfItsFamily() {
        var configuration = RelayConfiguration()
        configuration.listen = [.unspecified(.v4), IPAddress(10, 0, 0, 12)]
        let listening = configuration.listeningAddresses(among: interfaces).map(\.description)
        #expect(listening == ["10.0.0.12", "10.0.0.13"])
    }

    @Test func keepsTheSecondAddressOfDiscoveryApart() {
        var configuration = RelayConfiguration()
        configuration.alternateListen = [IPAddress(10, 0, 0, 13)]
        let listening = configuration.listeningAddresses(among: interfaces).map(\.description)
        #expect(listening == ["10.0.0.12", "2001:db8::5"])
    }

    @Test func listensOnLoopbackWhenToldTo() {
        var configuration = RelayConfiguration()
        configuration.listen = [IPAddress(127, 0, 0, 1)]
        #expect(configuration.listeningAddresses(among: interfaces) == [IPAddress(127, 0, 0, 1)])
    }

    @Test func advertisesTheRuleThatNamesTheAddressFirst() {
        var configuration = RelayConfiguration()
        let named = ExternalAddress(advertised: IPAddress(203, 0, 113, 6), local: IPAddress(10, 0, 0, 13))
        configuration.externalAddresses = [ExternalAddress(advertised: IPAddress(203, 0, 113, 5)), named]
        #expect(configuration.advertisedAddress(for: IPAddress(10, 0, 0, 12)) == IPAddress(203, 0, 113, 5))
        #expect(configuration.advertisedAddress(for: IPAddress(10, 0, 0, 13)) == IPAddress(203, 0, 113, 6))
        let v6 = IPAddress(v6: 0x2001_0DB8_0000_0000, 5)
        #expect(configuration.advertisedAddress(for: v6) == v6)
    }

    @Test func countsOneAllocationForEachPortOfEachAddress() {
        var configuration = RelayConfiguration()
        #expect(configuration.allocationCapacity(relayAddressCount: 1) == 200)
        #expect(configuration.allocationCapacity(relayAddressCount: 2) == 400)
        configuration.limits.allocations = 300
        #expect(configuration.allocationCapacity(relayAddressCount: 1) == 200)
        #expect(configuration.allocationCapacity(relayAddressCount: 2) == 300)
    }
}
