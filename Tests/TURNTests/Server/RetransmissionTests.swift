import STUN
import SansIO
import TURN
import Testing

/// A repeated request gets the response that the first copy got: RFC 8489 §6.3.1.
struct RetransmissionTests {
    /// Every request that can succeed, by what stands behind it.
    enum Operation: CaseIterable {
        case allocate
        case allocateWithReservation
        case dualAllocate
        case refresh
        case delete
        case createPermission
        case channelBind

        /// The request, on a client that is ready for it.
        func request(of client: ScriptedClient) throws -> [UInt8] {
            switch self {
            case .allocate:
                return try client.allocateRequest()
            case .allocateWithReservation:
                return try client.allocateRequest(evenPort: EvenPort(reservesNextPort: true))
            case .dualAllocate:
                return try client.allocateRequest(additional: .ipv6)
            case .refresh:
                try client.allocate()
                return try client.refreshRequest(700)
            case .delete:
                try client.allocate()
                return try client.refreshRequest(0)
            case .createPermission:
                try client.allocate()
                return try client.request(.createPermission) { $0.append(XORPeerAddress(.peer)) }
            case .channelBind:
                try client.allocate()
                return try client.request(.channelBind) { builder in
                    builder.appendRaw(type: .channelNumber, value: [0x40, 0, 0, 0])
                    builder.append(XORPeerAddress(.peer))
                }
            }
        }
    }

    @Test func anotherConnectionFromTheSamePortIsToldNothingOfTheLastOne() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, transport: .tcp)
        let request = try client.allocateRequest()
        let first = try #require(try client.exchange(request))
        server.tell(.disconnected(Client(client.tuple, socket: 0)))
        client.socket = 1
        let again = try #require(try client.exchange(request))
        #expect(again.isSuccess)
        #expect(again != first)
        #expect(server.allocationCount == 1)
    }

    @Test(arguments: Operation.allCases, [PasswordAlgorithm.md5, .sha256])
    func getsTheIdenticalSuccess(operation: Operation, algorithm: PasswordAlgorithm) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, algorithm: algorithm)
        let request = try operation.request(of: client)
        let first = try #require(try client.exchange(request))
        #expect(first.isSuccess)
        let count = server.allocationCount
        for pause in [Duration.milliseconds(5), .seconds(5), .milliseconds(33_995)] {
            server.advance(by: pause)
            let again = try client.exchange(request)
            #expect(again == first)
            #expect(server.allocationCount == count)
        }
        #expect(server.control.allocationCount == count)
    }

    @Test func isForgottenAfterFortySeconds() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let request = try client.allocateRequest()
        #expect(try client.exchange(request)?.isSuccess == true)
        server.advance(by: .milliseconds(39_999))
        #expect(try client.exchange(request)?.isSuccess == true)
        server.advance(by: .milliseconds(1))
        #expect(try client.exchange(request)?.code == 437)
    }

    @Test func fromAnotherTupleIsAnotherRequest() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let stranger = try ScriptedClient(of: server, port: 5001)
        let request = try client.allocateRequest()
        #expect(try client.exchange(request)?.isSuccess == true)
        // Its nonce is bound to the first client's address.
        #expect(try stranger.exchange(request)?.code == 438)
        // The same address over another transport: the nonce holds, the 5-tuple is a new one.
        let overTCP = try ScriptedClient(of: server, transport: .tcp)
        let answer = try #require(try overTCP.exchange(request))
        #expect(answer.isSuccess)
        #expect(server.allocationCount == 2)
    }

    @Test(arguments: 0..<16)
    func withOtherBytesIsAnotherRequest(position: Int) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let request = try client.allocateRequest(lifetime: 900)
        #expect(try client.exchange(request)?.isSuccess == true)
        // REQUESTED-TRANSPORT and LIFETIME, under a copied integrity value.
        var forged = request
        forged[20 + position] ^= 1
        let answer = try client.exchange(forged)
        #expect(answer?.isSuccess != true)
    }

    @Test func withTheSameNumberIsAnotherRequestWhenItIsSignedAnew() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let id = client.makeTransactionID()
        let first = try client.request(.allocate, id: id) { $0.append(RequestedTransport.udp) }
        let second = try client.request(.refresh, id: id) { $0.append(Lifetime(seconds: 0)) }
        #expect(try client.exchange(first)?.isSuccess == true)
        #expect(try client.exchange(second)?.method == .refresh)
        #expect(server.allocationCount == 0)
        #expect(try client.exchange(second)?.isSuccess == true)
    }

    @Test func anErrorIsNotRemembered() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let request = try client.request(.createPermission) { $0.append(XORPeerAddress(.peer)) }
        #expect(try client.exchange(request)?.code == 437)
        try client.allocate()
        #expect(try client.exchange(request)?.isSuccess == true)
    }

    @Test func afterTheDeleteDoesNotBringTheAllocationBack() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let request = try client.allocateRequest()
        let first = try client.exchange(request)
        try client.refresh(0)
        #expect(try client.exchange(request) == first)
        #expect(server.allocationCount == 0)
    }

    @Test func theOldestGiveWay() throws {
        let server = try ServerUnderTest { $0.rememberedTransactions = 3 }
        let client = try ScriptedClient(of: server)
        let request = try client.allocateRequest()
        let first = try client.exchange(request)
        try client.refresh()
        try client.refresh()
        #expect(try client.exchange(request) == first)
        try client.refresh()
        #expect(try client.exchange(request)?.code == 437)
    }
}
