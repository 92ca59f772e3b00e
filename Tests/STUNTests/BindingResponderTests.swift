import STUN
import SansIO
import Testing

@Suite struct BindingResponderTests {
    private let client = Endpoint(IPAddress(198, 51, 100, 7), 40_000)
    private let server = Endpoint(IPAddress(192, 0, 2, 1), 3478)
    private let other = Endpoint(IPAddress(192, 0, 2, 2), 3479)
    private let id = TransactionID(7, 8)

    private func reply(
        to bytes: [UInt8],
        discovery: Bool = false,
        at received: Endpoint? = nil,
        over transport: TransportProtocol = .udp
    ) throws -> BindingReply? {
        let endpoints = DiscoveryEndpoints(
            primary: server,
            alternatePort: other.port,
            alternateAddress: other.address
        )
        return BindingResponder(discovery: discovery ? endpoints : nil)
            .reply(to: try MessageView(bytes.span), from: client, at: received ?? server, over: transport)
    }

    private func response(_ reply: BindingReply?) throws -> BindingResponse? {
        let bytes = try #require(reply).bytes
        return BindingResponse(try MessageView(bytes.span), to: id)
    }

    private func request(_ type: AttributeType, _ value: [UInt8]) -> [UInt8] {
        var message = MessageBuilder(MessageType(.binding, .request), id)
        message.appendRaw(type: type, value: value)
        return message.bytes
    }

    @Test func aPlainReplyIsThirtyTwoBytes() throws {
        let reply = try #require(try reply(to: BindingRequest(id).bytes))
        #expect(reply.bytes.count == 32 && reply.source == server && reply.destination == client)
        #expect(try response(reply) == .mapped(client: client, origin: nil, other: nil))
    }

    @Test func answersAFingerprintWithAFingerprint() throws {
        var request = BindingRequest(id)
        request.hasFingerprint = true
        let reply = try #require(try reply(to: request.bytes))
        #expect(reply.bytes.count == 40)
        #expect(try response(reply) == .mapped(client: client, origin: nil, other: nil))
        var broken = request.bytes
        broken[broken.count - 1] ^= 1
        #expect(try self.reply(to: broken) == nil)
    }

    @Test(arguments: [
        MessageType(.binding, .indication), MessageType(.binding, .success),
        MessageType(.binding, .error), MessageType(Method(unchecked: 3), .request),
    ])
    func answersNothingElse(_ type: MessageType) throws {
        #expect(try reply(to: MessageBuilder(type, id).bytes) == nil)
    }

    @Test func namesTheAttributesItDoesNotKnow() throws {
        var message = MessageBuilder(MessageType(.binding, .request), id)
        for type in [0x7F01, 0x7F02, 0xC001] as [UInt16] {
            message.appendRaw(type: AttributeType(rawValue: type), value: [])
        }
        #expect(
            try response(reply(to: message.bytes))
                == .refused(
                    .unknownAttribute,
                    unknown: [AttributeType(rawValue: 0x7F01), AttributeType(rawValue: 0x7F02)]
                )
        )
    }

    @Test(arguments: [AttributeType.changeRequest, .padding, .responsePort])
    func discoveryAttributesAreUnknownWhereDiscoveryIsOff(_ type: AttributeType) throws {
        let bytes = request(type, [0, 9, 0, 0])
        let refusal = BindingResponse.refused(.unknownAttribute, unknown: [type])
        #expect(try response(reply(to: bytes)) == refusal)
        #expect(try response(reply(to: bytes, discovery: true, over: .tcp)) == refusal)
        let elsewhere = Endpoint(server.address, 443)
        #expect(try response(reply(to: bytes, discovery: true, at: elsewhere)) == refusal)
    }

    @Test func tellsOriginAndOtherAddressWhereDiscoveryIsOn() throws {
        #expect(
            try response(reply(to: BindingRequest(id).bytes, discovery: true))
                == .mapped(client: client, origin: server, other: other)
        )
    }

    @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
    func answersFromWhereItIsAskedTo(_ address: Bool, _ port: Bool) throws {
        var request = BindingRequest(id)
        request.changeRequest = ChangeRequest(address: address, port: port)
        let source = Endpoint(
            address ? other.address : server.address,
            port ? other.port : server.port
        )
        let reply = try #require(try reply(to: request.bytes, discovery: true))
        #expect(reply.source == source && reply.destination == client)
        #expect(try response(reply) == .mapped(client: client, origin: source, other: other))
    }

    @Test func aServerWithOneAddressCannotChangeIt() throws {
        let responder = BindingResponder(
            discovery: DiscoveryEndpoints(primary: server, alternatePort: 3479)
        )
        var request = BindingRequest(id)
        request.changeRequest = ChangeRequest(address: true, port: false)
        let bytes = request.bytes
        let reply = responder.reply(to: try MessageView(bytes.span), from: client, at: server)
        #expect(
            try response(reply) == .refused(.unknownAttribute, unknown: [.changeRequest])
        )
        #expect(reply?.source == server)
    }

    @Test func answersToAnotherPortOfTheSameClient() throws {
        var request = BindingRequest(id)
        request.responsePort = ResponsePort(41_000)
        let reply = try #require(try reply(to: request.bytes, discovery: true))
        #expect(reply.destination == Endpoint(client.address, 41_000) && reply.source == server)
        #expect(try response(reply) == .mapped(client: client, origin: server, other: other))
    }

    @Test func refusesPaddingTogetherWithAnotherPort() throws {
        var request = BindingRequest(id)
        request.responsePort = ResponsePort(41_000)
        request.padding = Padding(length: 100)
        request.changeRequest = ChangeRequest(address: true, port: true)
        let reply = try #require(try reply(to: request.bytes, discovery: true))
        #expect(try response(reply) == .refused(.badRequest, unknown: []))
        #expect(reply.source == server && reply.destination == client)
    }

    @Test(arguments: [(0, 0), (100, 100), (1500, 1500), (9000, 1500)])
    func answersPaddingWithPaddingButNotMore(_ asked: Int, _ given: Int) throws {
        var request = BindingRequest(id)
        request.padding = Padding(length: asked)
        let bytes = try #require(try reply(to: request.bytes, discovery: true)).bytes
        let padding = try MessageView(bytes.span).attribute(Padding.self)
        #expect(padding?.length == given)
    }

    @Test(
        arguments: [
            (AttributeType.changeRequest, [0]), (.responsePort, [1, 2, 3]), (.responsePort, [0, 0]),
        ] as [(AttributeType, [UInt8])]
    )
    func refusesBrokenDiscoveryAttributes(_ type: AttributeType, _ value: [UInt8]) throws {
        let reply = try reply(to: request(type, value), discovery: true)
        #expect(try response(reply) == .refused(.badRequest, unknown: []))
    }

    @Test func readsAResponsePortWithoutItsPadding() throws {
        let reply = try reply(to: request(.responsePort, [0xA0, 0x28]), discovery: true)
        #expect(reply?.destination.port == 41_000)
    }
}
