import STUN
import SansIO
import TURN
import Testing

/// Relayed addresses of either family, and of both: RFC 8656 §7.2 and §8.
struct DualAllocationTests {
    private static let onlyV4 = [RelayAddress(local: ServerUnderTest.v4.address)]
    private static let onlyV6 = [RelayAddress(local: ServerUnderTest.v6.address)]

    private func families(of answer: Answer) -> [IPAddress.Family] {
        answer.all(XORRelayedAddress.self).map(\.endpoint.address.family)
    }

    // MARK: Allocate

    @Test func theFamilyIsIPv4UnlessAskedOtherwise() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        #expect(families(of: try client.allocate()) == [.v4])
    }

    @Test(arguments: [(.ipv4, .v4), (.ipv6, .v6)] as [(AddressFamilyCode, IPAddress.Family)])
    func theFamilyCanBeRequested(code: AddressFamilyCode, family: IPAddress.Family) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        #expect(families(of: try client.allocate(family: code)) == [family])
    }

    @Test func anIPv6ClientMayWantIPv4() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(
            of: server,
            address: IPAddress(v6: 0x2A00_0000_0000_0001, 9),
            to: ServerUnderTest.v6
        )
        let answer = try client.allocate()
        #expect(families(of: answer) == [.v4])
        #expect(answer.attribute(XORMappedAddress.self)?.endpoint == client.endpoint)
    }

    @Test(arguments: [0, 3, 4, 255] as [UInt8])
    func anUnknownFamilyIsNotSupported(code: UInt8) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let answer = try client.allocate(family: AddressFamilyCode(rawValue: code))
        #expect(answer.code == 440)
        #expect(answer.isSigned(by: try client.key))
    }

    @Test func aFamilyThatTheServerLacksIsNotSupported() throws {
        let v4 = try ScriptedClient(of: ServerUnderTest(addresses: Self.onlyV4))
        #expect(try v4.allocate(family: .ipv6).code == 440)
        #expect(try v4.allocate(family: .ipv4).isSuccess)
        let v6 = try ScriptedClient(of: ServerUnderTest(addresses: Self.onlyV6))
        #expect(try v6.allocate().code == 440)
        #expect(try v6.allocate(family: .ipv6).isSuccess)
    }

    @Test func bothFamiliesCanBeHad() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let answer = try client.allocate(additional: .ipv6)
        #expect(families(of: answer) == [.v4, .v6])
        #expect(answer.attribute(AddressErrorCode.self) == nil)
        #expect(server.allocationCount == 1)
        #expect(server.openSocketCount == 2)
        #expect(server.control.allocationCount == 1)
    }

    @Test func theMissingIPv6IsNamed() throws {
        let client = try ScriptedClient(of: ServerUnderTest(addresses: Self.onlyV4))
        let answer = try client.allocate(additional: .ipv6)
        #expect(families(of: answer) == [.v4])
        #expect(
            answer.attribute(AddressErrorCode.self)
                == AddressErrorCode(family: .ipv6, error: .addressFamilyNotSupported)
        )
    }

    @Test func theMissingIPv4IsNamed() throws {
        let client = try ScriptedClient(of: ServerUnderTest(addresses: Self.onlyV6))
        let answer = try client.allocate(additional: .ipv6)
        #expect(families(of: answer) == [.v6])
        #expect(
            answer.attribute(AddressErrorCode.self)
                == AddressErrorCode(family: .ipv4, error: .addressFamilyNotSupported)
        )
    }

    @Test func aFamilyWithoutFreePortsIsNamed() throws {
        let server = try ServerUnderTest(ports: 50_000...50_000)
        let first = try ScriptedClient(of: server)
        #expect(try first.allocate(family: .ipv6).isSuccess)
        let second = try ScriptedClient(of: server, port: 5001)
        let answer = try second.allocate(additional: .ipv6)
        #expect(families(of: answer) == [.v4])
        #expect(
            answer.attribute(AddressErrorCode.self)
                == AddressErrorCode(family: .ipv6, error: .insufficientCapacity)
        )
        let third = try ScriptedClient(of: server, port: 5002)
        #expect(try third.allocate(additional: .ipv6).code == 508)
    }

    @Test(arguments: [0, 1, 3, 255] as [UInt8])
    func onlyIPv6CanBeAdded(code: UInt8) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        #expect(try client.allocate(additional: AddressFamilyCode(rawValue: code)).code == 400)
    }

    @Test(arguments: [AddressFamilyCode.ipv4, .ipv6])
    func requestedAndAdditionalExcludeEachOther(requested: AddressFamilyCode) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        #expect(try client.allocate(family: requested, additional: .ipv6).code == 400)
    }

    // MARK: Refresh

    private func dualClient(_ server: ServerUnderTest) throws -> (ScriptedClient, v4: Endpoint, v6: Endpoint)
    {
        let client = try ScriptedClient(of: server, lifetime: .seconds(100_000))
        let relayed = try client.allocate(additional: .ipv6).all(XORRelayedAddress.self).map(\.endpoint)
        try #require(relayed.count == 2)
        try client.permit(.peer, .peerV6)
        try client.bind(0x4000, to: .peer)
        try client.bind(0x4001, to: .peerV6)
        return (client, relayed[0], relayed[1])
    }

    @Test func deletingOneHalfLeavesTheOther() throws {
        let server = try ServerUnderTest()
        let (client, v4, v6) = try dualClient(server)
        let answer = try client.refresh(0, family: .ipv4)
        #expect(answer.isSuccess)
        #expect(answer.attribute(Lifetime.self)?.seconds == 0)
        #expect(server.openSocketCount == 1)
        #expect(server.allocationCount == 1)
        #expect(server.endedUsers.isEmpty)
        // The IPv4 half is gone with its permission and its channel.
        client.sendChannelData([4], on: 0x4000)
        client.sendIndication([4], to: .peer)
        server.receiveFromPeer([4], from: .peer, atRelayed: v4)
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(try client.permit(.peer).code == 443)
        #expect(try client.bind(0x4000, to: .peer).code == 443)
        #expect(try client.refresh(600, family: .ipv4).code == 443)
        // The IPv6 half works as before.
        client.sendChannelData([6], on: 0x4001)
        #expect(server.takePeerDatagrams().map(\.bytes) == [[6]])
        server.receiveFromPeer([7], from: .peerV6, atRelayed: v6)
        #expect(client.received() == [.channelData([7], channel: 0x4001)])
        // The second delete ends the allocation, whether it names the family or not.
        #expect(try client.refresh(0, family: .ipv6).isSuccess)
        #expect(server.allocationCount == 0)
        #expect(server.endedUsers == ["cast-1"])
    }

    @Test func deletingWithoutAFamilyDeletesBoth() throws {
        let server = try ServerUnderTest()
        let (client, _, _) = try dualClient(server)
        #expect(try client.refresh(0).isSuccess)
        #expect(server.openSocketCount == 0)
        #expect(server.allocationCount == 0)
        #expect(server.control.allocationCount == 0)
        #expect(server.endedUsers == ["cast-1"])
    }

    @Test(arguments: [(.ipv4, .v4), (.ipv6, .v6)] as [(AddressFamilyCode, IPAddress.Family)])
    func refreshingOneHalfLetsTheOtherExpire(code: AddressFamilyCode, family: IPAddress.Family) throws {
        let server = try ServerUnderTest()
        let (client, v4, v6) = try dualClient(server)
        server.advance(by: .seconds(500))
        #expect(try client.refresh(600, family: code).isSuccess)
        server.advance(by: .seconds(99))
        #expect(server.openSocketCount == 2)
        server.advance(by: .seconds(1))
        #expect(server.openSocketCount == 1)
        #expect(server.allocationCount == 1)
        #expect(server.endedUsers.isEmpty)
        #expect(try client.permit(family == .v4 ? .peer : .peerV6).isSuccess)
        #expect(try client.permit(family == .v4 ? .peerV6 : .peer).code == 443)
        #expect(server.relayPort(at: family == .v4 ? v4 : v6) != nil)
        server.advance(by: .seconds(500))
        #expect(server.allocationCount == 0)
        #expect(server.endedUsers == ["cast-1"])
    }

    @Test func refreshingWithoutAFamilyKeepsBoth() throws {
        let server = try ServerUnderTest()
        let (client, _, _) = try dualClient(server)
        server.advance(by: .seconds(500))
        #expect(try client.refresh(600).isSuccess)
        server.advance(by: .seconds(599))
        #expect(server.openSocketCount == 2)
        server.advance(by: .seconds(1))
        #expect(server.openSocketCount == 0)
        #expect(server.endedUsers == ["cast-1"])
    }

    @Test func halvesRefreshedApartExpireApart() throws {
        let server = try ServerUnderTest()
        let (client, _, _) = try dualClient(server)
        #expect(try client.refresh(700, family: .ipv4).isSuccess)
        #expect(try client.refresh(800, family: .ipv6).isSuccess)
        server.advance(by: .seconds(700))
        #expect(server.openSocketCount == 1)
        #expect(try client.refresh(600, family: .ipv4).code == 443)
        server.advance(by: .seconds(100))
        #expect(server.allocationCount == 0)
    }

    @Test func aSingleAllocationHasOneFamilyOnly() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        for code in [AddressFamilyCode.ipv6, AddressFamilyCode(rawValue: 9)] {
            let answer = try client.refresh(0, family: code)
            #expect(answer.code == 443)
            #expect(answer.isSigned(by: try client.key))
        }
        #expect(server.allocationCount == 1)
        #expect(try client.refresh(600, family: .ipv4).isSuccess)
        #expect(try client.refresh(0, family: .ipv4).isSuccess)
        #expect(server.allocationCount == 0)
    }
}
