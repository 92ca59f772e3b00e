import STUN
import SansIO
import TURN
import Testing

struct TURNClientLifetimeTests {
    private let peer = Endpoint(IPAddress(198, 18, 1, 1), 5004)
    private let other = Endpoint(IPAddress(198, 18, 1, 2), 5004)

    @Test(arguments: [TransportProtocol.udp, .tls])
    func livesTwelveHoursWithoutAGap(transport: TransportProtocol) throws {
        let network = try ClientNetwork(conditions: PathConditions(cutsStreams: false))
        // The credential is good for an hour: the allocation outlives it.
        let client = try network.attach(
            transport,
            credential: try network.credential(expiresIn: .seconds(3600))
        )
        client.tell(.bind(peer), .permit([other.address]), .opened)
        network.run(for: .seconds(1))
        let relayed = try #require(client.grant?.relayed.first)
        _ = client.takeNews()
        let step = 30
        for second in stride(from: 0, to: 12 * 3600, by: step) {
            let mark = [UInt8(truncatingIfNeeded: second / step)]
            for target in [peer, other] {
                client.send(mark, to: target)
                network.host.receiveFromPeer(mark, from: target, atRelayed: relayed, at: network.clock)
            }
            network.run(for: .seconds(step))
            guard network.host.takeAtPeers().count == 2, client.takeNews().count == 2 else {
                Issue.record("a gap after \(second) s")
                return
            }
        }
        #expect(client.isAllocated)
        #expect(network.host.counters.unpermittedUp == 0)
        #expect(network.host.counters.unpermittedDown == 0)
    }

    @Test func livesTwelveHoursOnABadPath() throws {
        let network = try ClientNetwork(
            conditions: PathConditions(loss: 0.1, duplication: 0.1, jitter: .milliseconds(200)),
            seed: 3
        )
        let client = try network.allocate()
        client.tell(.bind(peer), .permit([other.address]))
        network.run(for: .seconds(60))
        _ = client.takeNews()
        network.run(for: .seconds(12 * 3600))
        #expect(client.takeNews().isEmpty)
        #expect(client.isAllocated)
        #expect(network.host.allocationCount == 1)
    }

    @Test func bridgesAnOutageOfThirtySeconds() throws {
        let network = try ClientNetwork()
        let client = try network.allocate()
        client.tell(.bind(peer), .permit([other.address]))
        // Over the renewals at 240 s, and over the Refresh at 525 s.
        for (passing, cut) in [(239, 30), (254, 30)] {
            network.run(for: .seconds(passing))
            network.isCut = true
            network.run(for: .seconds(cut))
            network.isCut = false
        }
        _ = client.takeNews()
        network.run(for: .seconds(30))
        #expect(client.takeNews().isEmpty)
        client.send([1], to: peer)
        client.send([2], to: other)
        network.run(for: .seconds(1))
        #expect(network.host.takeAtPeers().map(\.bytes) == [[1], [2]])
    }

    @Test func refreshesAtTheTimesOfTheSchedule() throws {
        let network = try ClientNetwork(conditions: PathConditions(delay: .zero))
        let client = try network.allocate()
        let start = network.clock
        network.run(for: .seconds(2000))
        let times = client.requests.filter { $0.method == .refresh }.map { ($0.time - start) / .seconds(1) }
        #expect(times == [525, 1050, 1575])
    }

    @Test func keepsAShortLifetimeAlive() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated(lifetime: 4)
        _ = client.takeSent()
        for _ in 0..<5 {
            client.advance(by: .seconds(2))
            client.receive(try server.success(try #require(client.takeSent().last), lifetime: 4))
        }
        #expect(client.isAllocated)
        #expect(client.takeNews().isEmpty)
    }

    @Test func aWishForNoLifetimeDeletesNothing() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated { $0.lifetime = Lifetime(seconds: 0) }
        _ = client.takeSent()
        client.advance(by: .seconds(525))
        let refresh = try #require(client.takeSent().last)
        #expect(try MessageView(refresh.span).attribute(Lifetime.self) == nil)
    }

    // MARK: Losses

    @Test func losesWhatTheServerForgot() throws {
        let network = try ClientNetwork()
        let client = try network.allocate()
        _ = client.takeNews()
        network.host.restart(at: network.clock)
        network.run(for: .seconds(530))
        #expect(client.takeNews() == [.lost(.allocationMismatch)])
        #expect(client.nextDeadline == nil)

        client.tell(.opened)
        network.run(for: .seconds(1))
        #expect(client.isAllocated)
        #expect(network.host.allocationCount == 1)
    }

    @Test func learnsOfTheLossByAnyRequest() throws {
        let network = try ClientNetwork()
        let client = try network.allocate()
        network.host.restart(at: network.clock)
        _ = client.takeNews()
        client.tell(.permit([peer.address]), .bind(other))
        network.run(for: .seconds(1))
        #expect(client.takeNews() == [.lost(.allocationMismatch)])
        client.send([1], to: peer)
        #expect(client.takeSent().isEmpty)
    }

    @Test func anUnansweredRefreshIsALoss() throws {
        let network = try ClientNetwork()
        let client = try network.allocate()
        _ = client.takeNews()
        let start = client.clock
        network.isCut = true
        network.run(for: .seconds(700))
        #expect(client.takeNews() == [.lost(.unanswered(unsignedError: nil))])
        let last = try #require(client.requests.last)
        #expect(last.method == .refresh)
        #expect(last.time - start < .seconds(600))
    }

    @Test func anAllocationEndsWithItsLifetimeAtTheLatest() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated(lifetime: 10)
        client.advance(by: .milliseconds(9_999))
        #expect(client.isAllocated)
        client.advance(by: .milliseconds(1))
        #expect(client.takeNews() == [.lost(.expired)])
    }

    @Test func aServerThatProlongsNoMoreIsALoss() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated()
        client.advance(by: .seconds(525))
        client.receive(try server.success(try #require(client.takeSent().last), lifetime: 0))
        #expect(client.takeNews() == [.lost(.expired)])
    }

    @Test func anotherUsersAllocationIsALoss() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated()
        client.advance(by: .seconds(525))
        client.receive(try server.refusal(try #require(client.takeSent().last), .wrongCredentials))
        #expect(client.takeNews() == [.lost(.wrongCredentials)])
    }

    @Test func endsWithTheGreatestAgeThatTheServerAllows() throws {
        let network = try ClientNetwork { $0.maximumAge = .seconds(1000) }
        let client = try network.allocate()
        _ = client.takeNews()
        network.run(for: .seconds(1100))
        let news = client.takeNews()
        #expect(news.count == 1)
        guard case .lost = news.first else {
            Issue.record("still alive: \(news)")
            return
        }
        #expect(network.host.allocationCount == 0)
    }
}
