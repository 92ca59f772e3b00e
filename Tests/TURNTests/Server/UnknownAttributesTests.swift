import STUN
import SansIO
import TURN
import Testing

/// Attributes that must be understood and are not: RFC 8489 §6.3.1 and §14.5.
struct UnknownAttributesTests {
    private let unknown = [AttributeType(rawValue: 0x7F01), AttributeType(rawValue: 0x7F02)]

    private func append(_ types: [AttributeType], to builder: inout MessageBuilder) {
        for type in types { builder.appendRaw(type: type, value: [1, 2, 3]) }
    }

    @Test(arguments: [STUN.Method.allocate, .refresh, .createPermission, .channelBind])
    func aStrangerIsChallengedFirst(method: STUN.Method) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let request = try client.request(method, signed: false) { append(unknown, to: &$0) }
        let answer = try client.exchange(request)
        #expect(answer?.code == 401)
        #expect(answer?.attribute(UnknownAttributes.self) == nil)
    }

    @Test(arguments: [STUN.Method.allocate, .refresh, .createPermission, .channelBind])
    func areAllNamedUnderIntegrity(method: STUN.Method) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let answer = try client.ask(method) { append(unknown + unknown, to: &$0) }
        #expect(answer.code == 420)
        #expect(answer.attribute(UnknownAttributes.self)?.types == unknown)
        #expect(answer.isSigned(by: try client.key))
        #expect(server.allocationCount == 0)
    }

    @Test func areToldBeforeTheAllocationIsLookedAt() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        #expect(try client.ask(.refresh).code == 437)
        #expect(try client.ask(.refresh) { append(unknown, to: &$0) }.code == 420)
    }

    @Test func areToldAfterTheNonceIsLookedAt() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        client.nonce = Array("garbage".utf8)
        #expect(try client.ask(.refresh) { append(unknown, to: &$0) }.code == 438)
    }

    @Test func silenceASendIndication() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        try client.permit(.peer)
        client.sendIndication([1], to: .peer) { append(unknown, to: &$0) }
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(client.received().isEmpty)
        client.sendIndication([1], to: .peer)
        #expect(server.takePeerDatagrams().count == 1)
    }

    @Test(arguments: [0x8000 | 0x7F01, 0x8022, 0xFFFF, 0xC057] as [UInt16])
    func mayBeIgnoredWhenTheirNumberSaysSo(type: UInt16) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let answer = try client.ask(.allocate) { builder in
            builder.append(RequestedTransport.udp)
            builder.appendRaw(type: AttributeType(rawValue: type), value: [1, 2, 3, 4])
        }
        #expect(answer.isSuccess)
        try client.permit(.peer)
        client.sendIndication([1], to: .peer) {
            $0.appendRaw(type: AttributeType(rawValue: type), value: [1, 2, 3, 4])
        }
        #expect(server.takePeerDatagrams().count == 1)
    }

    @Test(arguments: [0x0001, 0x0009, 0x000A, 0x0013, 0x0016, 0x0020] as [UInt16])
    func areNotTheOnesThatOnlyMeanNothingHere(type: UInt16) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let answer = try client.ask(.allocate) { builder in
            builder.append(RequestedTransport.udp)
            builder.appendRaw(type: AttributeType(rawValue: type), value: [0, 1, 2, 3, 4, 5, 6, 7])
        }
        #expect(answer.isSuccess)
    }

    @Test(arguments: [PasswordAlgorithm.md5, .sha256])
    func behindTheIntegrityAreNotSeen(algorithm: PasswordAlgorithm) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, algorithm: algorithm)
        var builder = MessageBuilder(MessageType(.allocate, .request), client.makeTransactionID())
        builder.append(RequestedTransport.udp)
        try client.appendCredentials(to: &builder)
        append(unknown, to: &builder)
        builder.append(Lifetime(seconds: 3000))
        builder.append(AdditionalAddressFamily(.ipv6))
        let answer = try #require(try client.exchange(builder.bytes))
        #expect(answer.isSuccess)
        #expect(answer.attribute(Lifetime.self) == .standard)
        #expect(server.openSocketCount == 1)
    }

    @Test func aPeerBehindTheIntegrityIsNotPermitted() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        var builder = MessageBuilder(MessageType(.createPermission, .request), client.makeTransactionID())
        builder.append(XORPeerAddress(.peer))
        try client.appendCredentials(to: &builder)
        builder.append(XORPeerAddress(.otherPeer))
        #expect(try client.exchange(builder.bytes)?.isSuccess == true)
        client.sendIndication([1], to: .otherPeer)
        #expect(server.takePeerDatagrams().isEmpty)
        client.sendIndication([1], to: .peer)
        #expect(server.takePeerDatagrams().count == 1)
    }

    @Test(arguments: [0, 1, 16, 512, 4096, 64_000])
    func anAccessTokenOfAnyLengthIsOne(length: Int) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let type = AttributeType(rawValue: 0x001B)
        let answer = try client.ask(.allocate) { builder in
            builder.append(RequestedTransport.udp)
            builder.appendRaw(type: type, value: [UInt8](repeating: 7, count: length))
        }
        #expect(answer.code == 420)
        #expect(answer.attribute(UnknownAttributes.self)?.types == [type])
    }

    @Test func manyAreAllNamed() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let types = (0..<2000).map { AttributeType(rawValue: 0x2000 + UInt16($0)) }
        let answer = try client.ask(.allocate) { builder in
            for type in types { builder.appendRaw(type: type, value: []) }
        }
        #expect(answer.code == 420)
        #expect(answer.attribute(UnknownAttributes.self)?.types == types)
    }
}
