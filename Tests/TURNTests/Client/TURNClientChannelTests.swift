import STUN
import SansIO
import TURN
import Testing

struct TURNClientChannelTests {
    private let peer = Endpoint(IPAddress(198, 18, 1, 1), 5004)
    private let other = Endpoint(IPAddress(198, 18, 1, 2), 5004)

    @Test func bindsOnDemand() throws {
        let network = try ClientNetwork()
        let client = try network.allocate()
        _ = client.takeNews()
        client.tell(.bind(peer), .bind(other))
        network.run(for: .seconds(1))
        let first = try #require(ChannelNumber(rawValue: 0x4000))
        let second = try #require(ChannelNumber(rawValue: 0x4001))
        #expect(
            client.takeNews() == [
                .permitted(peer.address), .bound(peer, first), .permitted(other.address),
                .bound(other, second),
            ]
        )
        client.send([9], to: other)
        #expect(client.takeSent() == [[0x40, 0x01, 0, 1, 9]])
    }

    @Test func tellsAtOnceWhatIsBoundAlready() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated()
        client.tell(.bind(peer))
        client.receive(try server.success(try #require(client.takeSent().last)))
        // Also while the channel is being renewed.
        client.advance(by: .seconds(240))
        _ = (client.takeNews(), client.takeSent())
        client.tell(.bind(peer), .permit([peer.address]))
        let number = try #require(ChannelNumber(rawValue: 0x4000))
        #expect(client.takeNews() == [.bound(peer, number), .permitted(peer.address)])
        #expect(client.takeSent().isEmpty)
    }

    @Test func waitsForTheAllocation() throws {
        let network = try ClientNetwork()
        let client = try network.attach()
        client.tell(.bind(peer), .opened)
        network.run(for: .seconds(1))
        let number = try #require(ChannelNumber(rawValue: 0x4000))
        #expect(client.takeNews().last == .bound(peer, number))
    }

    @Test func aChannelRenewsItselfAndItsPermission() throws {
        let network = try ClientNetwork(conditions: PathConditions(delay: .zero))
        let client = try network.allocate()
        client.tell(.permit([peer.address]), .bind(peer))
        network.run(for: .seconds(1))
        client.forgetRequests()
        let start = network.clock - .seconds(1)
        network.run(for: .seconds(1000))
        let times = client.requests.filter { $0.method == .channelBind }
            .map { ($0.time - start) / .seconds(1) }
        #expect(times == [240, 480, 720, 960])
        #expect(client.count(of: .createPermission) == 0)
    }

    @Test func aForbiddenPeerFailsAlone() throws {
        let network = try ClientNetwork()
        let client = try network.allocate()
        let forbidden = Endpoint(IPAddress(10, 0, 0, 1), 7)
        client.tell(.bind(forbidden), .bind(peer))
        network.run(for: .seconds(1))
        let news = client.takeNews()
        let number = try #require(ChannelNumber(rawValue: 0x4001))
        #expect(news.contains(.bindingFailed(forbidden, .forbidden)))
        #expect(news.contains(.bound(peer, number)))
    }

    @Test func asksForTheSameNumberAgain() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated()
        _ = client.takeSent()
        client.tell(.bind(peer))
        // The server may have bound it: the number must stay the peer's.
        client.advance(by: .seconds(40))
        #expect(client.takeNews() == [.bindingFailed(peer, .unanswered(unsignedError: nil))])
        let first = client.takeSent()
        client.tell(.bind(other), .bind(peer))
        let numbers = try (first.prefix(1) + client.takeSent()).map {
            try MessageView($0.span).attribute(ChannelNumber.self)?.rawValue
        }
        #expect(numbers == [0x4000, 0x4001, 0x4000])
    }

    @Test func sendsWithoutAChannelOnceItsRenewalFails() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated()
        client.tell(.bind(peer))
        client.receive(try server.success(try #require(client.takeSent().last)))
        client.advance(by: .seconds(240))
        let renewal = try #require(client.takeSent().last)
        client.receive(try server.refusal(renewal, .badRequest))
        #expect(client.takeNews().last == .bindingFailed(peer, .refused(.badRequest)))
        let permission = try #require(client.takeSent().last)
        #expect(try MessageView(permission.span).type.method == .createPermission)
        client.send([7], to: peer)
        let packet = try #require(client.takeSent().last)
        #expect(try MessageView(packet.span).type == MessageType(.send, .indication))
    }

    @Test func readsAChannelBeforeTheAnswerComes() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated()
        client.tell(.bind(peer))
        client.receive([0x40, 0x00, 0, 2, 5, 6])
        #expect(client.takeNews() == [.received([5, 6], from: peer)])
    }

    @Test func hasNoMoreThan4096Channels() throws {
        let server = try ScriptedServer()
        let client = ClientUnderTest(server.configuration)
        for port: UInt16 in 1...4096 { client.tell(.bind(Endpoint(peer.address, port))) }
        #expect(client.takeNews().isEmpty)
        client.tell(.bind(Endpoint(peer.address, 5000)))
        #expect(client.takeNews() == [.bindingFailed(Endpoint(peer.address, 5000), .outOfChannels)])
    }
}
