import STUN
import SansIO
import TURN
import Testing

struct TURNClientCloseTests {
    @Test(arguments: TransportProtocol.allCases)
    func deletesTheAllocation(transport: TransportProtocol) throws {
        let network = try ClientNetwork()
        let client = try network.allocate(transport)
        _ = client.takeNews()
        client.tell(.close)
        network.run(for: .seconds(1))
        #expect(client.takeNews() == [.closed])
        #expect(network.host.allocationCount == 0)
        #expect(client.nextDeadline == nil)
    }

    @Test func deletesOnceOnABadPath() throws {
        for seed: UInt64 in 1...20 {
            let network = try ClientNetwork(
                conditions: PathConditions(loss: 0.3, duplication: 0.3, jitter: .milliseconds(300)),
                seed: seed
            )
            let client = try network.allocate()
            _ = client.takeNews()
            client.tell(.close)
            network.run(for: .seconds(60))
            #expect(client.takeNews() == [.closed], "seed \(seed)")
            #expect(network.host.allocationCount == 0, "seed \(seed)")
        }
    }

    @Test func deletesWhatIsGrantedAfterTheClose() throws {
        let network = try ClientNetwork()
        let client = try network.attach()
        client.tell(.opened)
        // The signed request has reached the server, its answer is on the way back.
        network.run(for: .milliseconds(32))
        #expect(network.host.allocationCount == 1)
        client.tell(.close)
        network.run(for: .seconds(1))
        #expect(client.takeNews() == [.closed])
        #expect(network.host.allocationCount == 0)
    }

    @Test func closesAtOnceBeforeAnythingCanBeGranted() throws {
        let client = ClientUnderTest(try ScriptedServer().configuration)
        client.tell(.opened, .close)
        #expect(client.takeNews() == [.closed])
        #expect(client.nextDeadline == nil)
    }

    @Test func closesThoughNothingIsOpen() throws {
        let client = ClientUnderTest(try ScriptedServer().configuration)
        client.tell(.close)
        #expect(client.takeNews() == [.closed])
    }

    @Test func closesThoughTheServerIsSilent() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated()
        client.tell(.close)
        client.advance(by: .milliseconds(39_499))
        #expect(client.takeNews().isEmpty)
        client.advance(by: .milliseconds(1))
        #expect(client.takeNews() == [.closed])
    }

    @Test func closesThoughTheServerRefuses() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated()
        client.tell(.close)
        client.receive(try server.refusal(try #require(client.takeSent().last), .allocationMismatch))
        #expect(client.takeNews() == [.closed])
    }

    @Test func closesWithAFreshNonce() throws {
        let network = try ClientNetwork { $0.nonceLifetime = .seconds(64) }
        let client = try network.allocate()
        network.run(for: .seconds(200))
        _ = client.takeNews()
        client.tell(.close)
        network.run(for: .seconds(1))
        #expect(client.takeNews() == [.closed])
        #expect(network.host.allocationCount == 0)
    }

    @Test func allocatesAgainAfterClosing() throws {
        let network = try ClientNetwork()
        let client = try network.allocate()
        client.tell(.close)
        network.run(for: .seconds(1))
        client.tell(.opened)
        network.run(for: .seconds(1))
        #expect(client.isAllocated)
        #expect(network.host.allocationCount == 1)
    }
}
