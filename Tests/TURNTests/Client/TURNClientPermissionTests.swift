import STUN
import SansIO
import TURN
import Testing

struct TURNClientPermissionTests {
    private let peers = (1...3).map { IPAddress(198, 18, 1, $0) }
    private let forbidden = IPAddress(10, 0, 0, 1)

    @Test func asksForSeveralPeersInOneRequest() throws {
        let network = try ClientNetwork()
        let client = try network.allocate()
        _ = client.takeNews()
        client.tell(.permit([peers[0]]), .permit([peers[1], peers[0]]), .permit([peers[2]]))
        network.run(for: .seconds(1))
        #expect(client.takeNews() == peers.map { .permitted($0) })
        #expect(client.count(of: .createPermission) == 1)
    }

    @Test func asksForManyPeersInRequestsThatFitADatagram() throws {
        let network = try ClientNetwork()
        let client = try network.allocate { $0.wish = .both }
        _ = client.takeNews()
        let many = (1...60).map { IPAddress(v6: 0x2001_0002_0000_0000, UInt64($0)) }
        client.tell(.permit(many))
        let sizes = client.takeSent().map(\.count)
        #expect(sizes.count == 2)
        #expect(sizes.allSatisfy { $0 < 1200 })
    }

    @Test func waitsForTheAllocation() throws {
        let network = try ClientNetwork()
        let client = try network.attach()
        client.tell(.permit(peers), .opened)
        network.run(for: .seconds(1))
        #expect(client.takeNews().dropFirst() == peers.map { .permitted($0) }[...])
        #expect(client.count(of: .createPermission) == 1)
    }

    @Test func aForbiddenPeerFailsAlone() throws {
        let network = try ClientNetwork()
        let client = try network.allocate()
        _ = client.takeNews()
        client.tell(.permit([peers[0], forbidden, peers[1]]))
        network.run(for: .seconds(1))
        #expect(
            Set(client.takeNews()) == [
                .permitted(peers[0]), .permitted(peers[1]), .permissionFailed(forbidden, .forbidden),
            ]
        )
        client.send([1, 2], to: Endpoint(peers[1], 7))
        client.send([3, 4], to: Endpoint(forbidden, 7))
        network.run(for: .seconds(1))
        #expect(network.host.takeAtPeers().map(\.bytes) == [[1, 2]])
        #expect(client.counters.unpermitted == 1)
    }

    @Test func aPeerOfAnotherFamilyFailsAlone() throws {
        let network = try ClientNetwork()
        let client = try network.allocate()
        _ = client.takeNews()
        let other = IPAddress(v6: 0x2001_0002_0000_0000, 1)
        client.tell(.permit([peers[0], other]))
        network.run(for: .seconds(1))
        #expect(
            Set(client.takeNews()) == [
                .permitted(peers[0]), .permissionFailed(other, .addressFamilyMismatch),
            ]
        )
    }

    @Test func takesAsManyPeersAsThereIsRoomFor() throws {
        let network = try ClientNetwork { $0.permissionsPerAllocation = 2 }
        let client = try network.allocate()
        _ = client.takeNews()
        client.tell(.permit(peers))
        network.run(for: .seconds(1))
        #expect(
            client.takeNews() == [
                .permitted(peers[0]), .permitted(peers[1]),
                .permissionFailed(peers[2], .insufficientCapacity),
            ]
        )
    }

    @Test func renewsEvery240Seconds() throws {
        let network = try ClientNetwork(conditions: PathConditions(delay: .zero))
        let client = try network.allocate()
        client.tell(.permit(peers))
        network.run(for: .seconds(1))
        client.forgetRequests()
        let start = network.clock - .seconds(1)
        network.run(for: .seconds(1000))
        let times = client.requests.filter { $0.method == .createPermission }
            .map { ($0.time - start) / .seconds(1) }
        #expect(times == [240, 480, 720, 960])
    }

    @Test func forgetsAPeer() throws {
        let network = try ClientNetwork()
        let client = try network.allocate()
        client.tell(.permit([peers[0]]), .bind(Endpoint(peers[0], 7)))
        network.run(for: .seconds(1))
        client.tell(.forget(peers[0]))
        client.forgetRequests()
        client.send([1], to: Endpoint(peers[0], 7))
        network.run(for: .seconds(500))
        #expect(client.requests.isEmpty)
        #expect(client.counters.unpermitted == 1)
    }

    @Test func tellsAtOnceWhatIsPermittedAlready() throws {
        let network = try ClientNetwork()
        let client = try network.allocate()
        client.tell(.permit([peers[0]]))
        network.run(for: .seconds(1))
        _ = client.takeNews()
        client.tell(.permit([peers[0]]))
        #expect(client.takeNews() == [.permitted(peers[0])])
        #expect(client.takeSent().isEmpty)
    }

    @Test func anUnansweredPermissionFails() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated()
        client.tell(.permit([peers[0]]))
        client.advance(by: .seconds(40))
        #expect(
            client.takeNews() == [.permissionFailed(peers[0], .unanswered(unsignedError: nil))]
        )
        #expect(client.isAllocated)
    }

    @Test func aRuleThatChangedEndsAPermissionWhenItIsRenewed() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated()
        client.tell(.permit(peers))
        client.receive(try server.success(try #require(client.takeSent().last)))
        _ = client.takeNews()
        client.advance(by: .seconds(240))
        client.receive(try server.refusal(try #require(client.takeSent().last), .forbidden))
        let single = client.takeSent()
        try #require(single.count == 3)
        for request in single {
            let asked = try MessageView(request.span).attribute(XORPeerAddress.self)?.endpoint.address
            let isForbidden = asked == peers[1]
            client.receive(
                try isForbidden ? server.refusal(request, .forbidden) : server.success(request)
            )
        }
        #expect(client.takeNews() == [.permissionFailed(peers[1], .forbidden)])
    }
}
