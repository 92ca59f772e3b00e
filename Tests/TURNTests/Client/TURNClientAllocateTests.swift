import STUN
import SansIO
import TURN
import Testing

struct TURNClientAllocateTests {
    @Test(arguments: TransportProtocol.allCases)
    func allocatesOverEveryTransport(transport: TransportProtocol) throws {
        let network = try ClientNetwork()
        let client = try network.allocate(transport)
        let grant = try #require(client.grant)
        #expect(grant.relayed.map(\.address) == [RelayHost.v4.address])
        #expect(grant.mapped == Endpoint(IPAddress(198, 18, 0, 5), 40_000))
        #expect(grant.lifetime == .seconds(600))
        #expect(network.host.allocationCount == 1)
        // One to learn realm and nonce, one that is signed.
        #expect(client.count(of: .allocate) == 2)
    }

    @Test func getsAnAddressOfEachFamily() throws {
        let network = try ClientNetwork()
        let client = try network.allocate { $0.wish = .both }
        let grant = try #require(client.grant)
        #expect(grant.relayed.map(\.address.family) == [.v4, .v6])
        #expect(grant.missingFamily == nil)
    }

    @Test func tellsTheFamilyThatCouldNotBeHad() throws {
        let network = try ClientNetwork(families: [.v4])
        let client = try network.allocate { $0.wish = .both }
        let grant = try #require(client.grant)
        #expect(grant.relayed.map(\.address.family) == [.v4])
        #expect(grant.missingFamily?.family == .ipv6)
        #expect(grant.missingFamily?.error.code == 440)
    }

    @Test func getsTheFamilyItAsksFor() throws {
        let network = try ClientNetwork()
        let client = try network.allocate { $0.wish = .one(.v6) }
        #expect(client.grant?.relayed.map(\.address) == [RelayHost.v6.address])
    }

    @Test func usesAReservedPort() throws {
        let network = try ClientNetwork()
        let first = try network.allocate { $0.wish = .one(evenPort: EvenPort(reservesNextPort: true)) }
        let port = try #require(first.grant?.relayed.first?.port)
        let token = try #require(first.grant?.reservation)
        let second = try network.allocate(port: 40_001) { $0.wish = .reserved(token) }
        #expect(port % 2 == 0)
        #expect(second.grant?.relayed.first?.port == port + 1)
    }

    @Test func asksForALifetime() throws {
        let network = try ClientNetwork()
        let client = try network.allocate { $0.lifetime = Lifetime(seconds: 1800) }
        #expect(client.grant?.lifetime == .seconds(1800))
    }

    @Test func asksWhetherTheServerCanForbidFragments() throws {
        let server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant { $0.dontFragment = true }
        let view = try MessageView(request.span)
        let asks = view.contains(.dontFragment)
        #expect(asks)
        client.receive(
            try server.refusal(request, .unknownAttribute) { $0.append(UnknownAttributes([.dontFragment])) }
        )
        #expect(client.takeNews() == [.failed(.unknownAttributes([.dontFragment]))])
    }

    // MARK: Refusals

    @Test func reportsAFamilyThatTheServerDoesNotHave() throws {
        let network = try ClientNetwork(families: [.v4])
        let client = try network.attach { $0.wish = .one(.v6) }
        client.tell(.opened)
        network.run(for: .seconds(2))
        #expect(client.takeNews() == [.failed(.addressFamilyNotSupported)])
    }

    @Test func reportsAReachedQuota() throws {
        let network = try ClientNetwork(limits: .init(allocationsPerUser: 1))
        _ = try network.allocate()
        let second = try network.attach(port: 40_001)
        second.tell(.opened)
        network.run(for: .seconds(2))
        #expect(second.takeNews() == [.failed(.quotaReached)])
        #expect(AllocateFailure.quotaReached.advice == .wait(.seconds(60)))
    }

    @Test func reportsThatNoPortIsFree() throws {
        let network = try ClientNetwork(ports: 50_000...50_000)
        _ = try network.allocate()
        let second = try network.attach(port: 40_001)
        second.tell(.opened)
        network.run(for: .seconds(2))
        #expect(second.takeNews() == [.failed(.insufficientCapacity)])
    }

    @Test(arguments: [
        (403, AllocateFailure.forbidden), (441, .wrongCredentials), (442, .unsupportedTransportProtocol),
        (486, .quotaReached), (508, .insufficientCapacity), (440, .addressFamilyNotSupported),
        (437, .allocationMismatch(portsTried: 1)),
    ])
    func namesEveryRefusal(code: Int, failure: AllocateFailure) throws {
        let server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant()
        client.receive(try server.refusal(request, try #require(ErrorCode(code))))
        #expect(client.takeNews() == [.failed(failure)])
        #expect(client.nextDeadline == nil)
    }

    @Test func reportsAnErrorWithoutAName() throws {
        let server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant()
        let error = try #require(ErrorCode(500, reason: "out of order"))
        client.receive(try server.refusal(request, error))
        #expect(client.takeNews() == [.failed(.refused(error))])
    }

    @Test func reportsTheServerToAskInstead() throws {
        let server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant()
        let other = Endpoint(IPAddress(192, 0, 2, 77), 3478)
        let domain = try #require(AlternateDomain("other.example"))
        client.receive(
            try server.refusal(request, .tryAlternate) { builder in
                builder.append(AlternateServer(other))
                builder.append(domain)
            }
        )
        #expect(client.takeNews() == [.failed(.tryAlternate(other, domain: "other.example"))])
        #expect(AllocateFailure.tryAlternate(other, domain: nil).advice == .ask(other))
    }

    @Test func reportsASuccessWithoutARelayedAddress() throws {
        let server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant()
        var builder = try server.answer(request, .success) { $0.append(Lifetime.standard) }
        builder.appendIntegritySHA256(key: try server.key())
        client.receive(builder.bytes)
        #expect(client.takeNews() == [.failed(.incompleteSuccess)])
    }

    // MARK: 437

    @Test func asksAgainFromANewPortAfterAMismatch() throws {
        let network = try ClientNetwork()
        let gone = try network.allocate()
        network.detach(gone)
        // The server still has an allocation for the address and port that this one is given.
        let client = try network.attach(port: 40_000)
        network.rebind(gone, port: 1)
        client.tell(.permit([IPAddress(198, 18, 1, 1)]), .opened)
        network.run(for: .seconds(2))
        let failure = AllocateFailure.allocationMismatch(portsTried: 1)
        #expect(client.takeNews() == [.failed(failure)])
        #expect(failure.advice == .openNewPort)

        network.rebind(client, port: 40_007)
        client.tell(.opened)
        network.run(for: .seconds(2))
        #expect(client.grant?.mapped.port == 40_007)
        // What was asked for before is done now.
        #expect(client.takeNews().last == .permitted(IPAddress(198, 18, 1, 1)))
    }

    @Test func advisesToWaitAfterThreePorts() throws {
        let server = try ScriptedServer()
        let client = ClientUnderTest(server.configuration)
        client.tell(.opened)
        client.receive(try server.challenge(try #require(client.takeSent().last)))
        for attempt in 1...3 {
            client.receive(try server.refusal(try #require(client.takeSent().last), .allocationMismatch))
            let failure = AllocateFailure.allocationMismatch(portsTried: attempt)
            #expect(client.takeNews() == [.failed(failure)])
            #expect(failure.advice == (attempt < 3 ? .openNewPort : .wait(.seconds(120))))
            client.tell(.opened)
        }
    }

    // MARK: Silence

    @Test func repeatsOverUDPAsTheScheduleSays() throws {
        let client = ClientUnderTest(try ScriptedServer().configuration)
        let start = client.clock
        client.tell(.opened)
        client.advance(by: .seconds(39))
        let times = client.requests.map { ($0.time - start) / .milliseconds(1) }
        #expect(times == [0, 500, 1500, 3500, 7500, 15_500, 31_500])
        let news = client.takeNews()
        #expect(news.isEmpty)
        let copies = Set(client.takeSent())
        #expect(copies.count == 1)
        client.advance(by: .milliseconds(500))
        #expect(client.takeNews() == [.failed(.unanswered(unsignedError: nil))])
        #expect(client.nextDeadline == nil)
    }

    @Test(arguments: [TransportProtocol.tcp, .tls])
    func repeatsNothingOverAStream(transport: TransportProtocol) throws {
        let server = try ScriptedServer()
        let configuration = TURNClientConfiguration(transport: transport, credential: server.credential)
        let client = ClientUnderTest(configuration)
        client.tell(.opened)
        client.advance(by: .milliseconds(39_499))
        #expect(client.takeNews() == [])
        client.advance(by: .milliseconds(1))
        #expect(client.takeNews() == [.failed(.unanswered(unsignedError: nil))])
        #expect(client.requests.count == 1)
    }

    @Test func allocatesOnceHoweverBadThePathIs() throws {
        for seed: UInt64 in 1...40 {
            let network = try ClientNetwork(
                conditions: PathConditions(loss: 0.3, duplication: 0.3, jitter: .milliseconds(400)),
                seed: seed
            )
            let client = try network.attach()
            client.tell(.opened)
            network.run(for: .seconds(120)) { client.isAllocated }
            network.run(for: .seconds(5))
            let grants = client.takeNews().filter { if case .allocated = $0 { true } else { false } }
            #expect(grants.count == 1, "seed \(seed)")
            #expect(network.host.allocationCount == 1, "seed \(seed)")
        }
    }
}
