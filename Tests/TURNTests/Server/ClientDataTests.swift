import STUN
import SansIO
import TURN
import Testing

/// From the client to its peers: Send indications (RFC 8656 §11.2) and ChannelData (§12.6).
struct ClientDataTests {
    private func readyClient(
        _ server: ServerUnderTest,
        transport: TransportProtocol = .udp
    ) throws -> ScriptedClient {
        let client = try ScriptedClient(of: server, transport: transport)
        try client.allocate()
        try client.permit(.peer)
        try client.bind(0x4000, to: .peer)
        return client
    }

    // MARK: Send indications

    @Test(arguments: 0...9)
    func aSendIndicationOfAnyLengthArrivesWithoutItsPadding(length: Int) throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        let data = (0..<length).map { UInt8($0 + 1) }
        client.sendIndication(data, to: .peer)
        let sent = server.takePeerDatagrams()
        #expect(sent.map(\.bytes) == [data])
        #expect(sent.map(\.to) == [.peer])
        #expect(sent.map(\.from.address) == [ServerUnderTest.v4.address])
        #expect(sent.map(\.dontFragment) == [false])
        #expect(client.received().isEmpty)
    }

    @Test func theLongestPayloadArrives() throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server, transport: .tcp)
        let data = [UInt8](repeating: 7, count: 65_507)
        client.sendIndication(data, to: .peer)
        client.sendChannelData(data, on: 0x4000)
        #expect(server.takePeerDatagrams().map(\.bytes) == [data, data])
    }

    @Test func dontFragmentGoesOn() throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        client.sendIndication([1], to: .peer, dontFragment: true)
        client.sendChannelData([2], on: 0x4000)
        #expect(server.takePeerDatagrams().map(\.dontFragment) == [true, false])
    }

    @Test func onlyTheFirstPeerCounts() throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        client.sendIndication([1], to: .peer, .otherPeer)
        #expect(server.takePeerDatagrams().map(\.to) == [.peer])
        client.sendIndication([1], to: .otherPeer, .peer)
        #expect(server.takePeerDatagrams().isEmpty)
    }

    @Test func withoutAPeerOrWithoutDataIsDropped() throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        client.sendIndication([1])
        var builder = MessageBuilder(MessageType(.send, .indication), client.makeTransactionID())
        builder.append(XORPeerAddress(.peer))
        client.transmit(builder.bytes)
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(client.received().isEmpty)
        #expect(server.counters().malformed == 2)
    }

    @Test(arguments: [0, 1, 3, 4, 7, 9, 12, 19, 20, 24])
    func aMalformedPeerIsDropped(length: Int) throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        var builder = MessageBuilder(MessageType(.send, .indication), client.makeTransactionID())
        let value = Array(([0, 1] + [UInt8](repeating: 0x5A, count: 22)).prefix(length))
        builder.appendRaw(type: .xorPeerAddress, value: value)
        builder.append(DataAttribute([1]))
        client.transmit(builder.bytes)
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(server.counters().malformed == 1)
    }

    @Test func aPeerOfTheOtherFamilyIsDropped() throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        client.sendIndication([1], to: .peerV6)
        #expect(server.takePeerDatagrams().isEmpty)
    }

    @Test func aSendRequestIsNoIndication() throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        for messageClass in [MessageClass.request, .success, .error] {
            var builder = MessageBuilder(MessageType(.send, messageClass), client.makeTransactionID())
            builder.append(XORPeerAddress(.peer))
            builder.append(DataAttribute([1]))
            client.transmit(builder.bytes)
        }
        // A Data indication is the server's to send.
        var builder = MessageBuilder(MessageType(.data, .indication), client.makeTransactionID())
        builder.append(XORPeerAddress(.peer))
        builder.append(DataAttribute([1]))
        client.transmit(builder.bytes)
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(client.received().isEmpty)
    }

    @Test func aFingerprintMustBeRight() throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        var builder = MessageBuilder(MessageType(.send, .indication), client.makeTransactionID())
        builder.append(XORPeerAddress(.peer))
        builder.append(DataAttribute([1]))
        builder.appendFingerprint()
        var bytes = builder.bytes
        client.transmit(bytes)
        #expect(server.takePeerDatagrams().count == 1)
        bytes[bytes.count - 1] ^= 1
        client.transmit(bytes)
        #expect(server.takePeerDatagrams().isEmpty)
    }

    @Test func whatFollowsTheDataIsNotOverwrittenBeforeItIsRead() throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        var builder = MessageBuilder(MessageType(.send, .indication), client.makeTransactionID())
        builder.append(DataAttribute([1]))
        builder.append(DontFragment())
        builder.append(XORPeerAddress(.peer))
        client.transmit(builder.bytes)
        let sent = server.takePeerDatagrams()
        #expect(sent.map(\.bytes) == [[1]])
        #expect(sent.map(\.dontFragment) == [true])
    }

    // MARK: ChannelData

    @Test(arguments: 0...9, 0...3)
    func channelDataArrivesWithoutItsPadding(length: Int, padding: Int) throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        let data = (0..<length).map { UInt8($0 + 1) }
        client.sendChannelData(data, on: 0x4000, padding: padding)
        let sent = server.takePeerDatagrams()
        #expect(sent.map(\.bytes) == [data])
        #expect(sent.map(\.to) == [.peer])
    }

    @Test func channelDataThatIsCutShortIsDropped() throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        let whole: [UInt8] = [0x40, 0, 0, 5, 1, 2, 3, 4, 5]
        for length in 1..<whole.count { client.transmit(Array(whole.prefix(length))) }
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(server.counters().malformed == 8)
        client.transmit(whole)
        #expect(server.takePeerDatagrams().count == 1)
    }

    @Test(arguments: [0x4001, 0x4FFF, 0x5000, 0x7FFF] as [UInt16])
    func onAChannelThatIsNotBoundIsDropped(number: UInt16) throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        client.sendChannelData([1], on: number)
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(client.received().isEmpty)
    }

    @Test func theChannelIsTheTuplesOwn() throws {
        let server = try ServerUnderTest()
        _ = try readyClient(server)
        let stranger = try ScriptedClient(of: server, port: 5001)
        stranger.sendChannelData([1], on: 0x4000)
        try stranger.allocate()
        stranger.sendChannelData([1], on: 0x4000)
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(server.counters().unpermittedUp == 2)
    }

    // MARK: What is neither

    @Test(arguments: 0...255)
    func aFirstByteOfNeitherKindIsDroppedWithoutAnAnswer(first: Int) throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        for length in [1, 2, 3, 4, 19, 20, 21, 200] {
            client.transmit([UInt8(first)] + [UInt8](repeating: 0, count: length - 1))
        }
        client.transmit([])
        #expect(server.takePeerDatagrams().count == (first == 0x40 ? 5 : 0))
        #expect(client.received().isEmpty)
    }

    @Test func anUnknownMethodIsDroppedWithoutAnAnswer() throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        // RFC 6062's Connect and ConnectionBind among them: there is no TCP relay.
        for method in UInt16(0)...0x0FFF where ![0x001, 0x003, 0x004, 0x006, 0x008, 0x009].contains(method) {
            client.transmit(
                try client.request(Method(unchecked: method)) { $0.append(XORPeerAddress(.peer)) }
            )
        }
        #expect(client.received().isEmpty)
        #expect(server.allocationCount == 1)
    }

    @Test func responsesAreDropped() throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        for method in [STUN.Method.binding, .allocate, .refresh, .createPermission, .channelBind] {
            for messageClass in [MessageClass.indication, .success, .error] {
                var builder = MessageBuilder(MessageType(method, messageClass), client.makeTransactionID())
                builder.append(Lifetime(seconds: 0))
                try client.appendCredentials(to: &builder)
                client.transmit(builder.bytes)
            }
        }
        #expect(client.received().isEmpty)
        #expect(server.allocationCount == 1)
    }

    @Test func trafficIsCounted() throws {
        let server = try ServerUnderTest()
        let client = try readyClient(server)
        client.sendIndication([1, 2], to: .peer)
        client.sendChannelData([1, 2, 3], on: 0x4000)
        #expect(server.counters().relayedUp.packets == 2)
        #expect(server.counters().relayedUp.bytes == 5)
        _ = server.takeEvents()
        try client.refresh(0)
        guard case .ended(_, _, _, let up, let down) = try #require(server.takeEvents().last) else {
            Issue.record("no event of the end")
            return
        }
        #expect(up.packets == 2 && up.bytes == 5)
        #expect(down.packets == 0 && down.bytes == 0)
    }
}
