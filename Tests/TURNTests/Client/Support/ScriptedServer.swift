import STUN
import SansIO
import TURN
import Testing

/// The other end of a client's requests, written by hand: for answers that our server never gives.
struct ScriptedServer {
    let realm: Realm
    let credential: LongTermCredential
    /// What nonces announce; nil for a server of RFC 5389.
    var features: SecurityFeatures? = .passwordAlgorithms
    var algorithms: PasswordAlgorithms? = PasswordAlgorithms([.sha256, .md5])

    init(realm: String = "relay.example") throws {
        self.realm = try #require(Realm(realm))
        credential = LongTermCredential(username: try #require(Username("cast")), password: "open sesame")
    }

    var configuration: TURNClientConfiguration {
        TURNClientConfiguration(transport: .udp, credential: credential)
    }

    func key(_ algorithm: PasswordAlgorithm = .sha256) throws -> LongTermKey {
        try #require(
            LongTermKey(
                username: credential.username.text,
                realm: realm.text,
                password: credential.password,
                algorithm: algorithm
            )
        )
    }

    /// A nonce with the features announced.
    func nonce(_ text: String = "first") throws -> Nonce {
        guard let features else { return try #require(Nonce(text)) }
        let prefix = features.contains(.usernameAnonymity) ? "obMatJos2AAAD" : "obMatJos2AAAB"
        return try #require(Nonce(prefix + text))
    }

    /// An answer to `request`, unsigned.
    func answer(
        _ request: [UInt8],
        _ messageClass: MessageClass,
        _ attributes: (inout MessageBuilder) -> Void = { _ in }
    ) throws -> MessageBuilder {
        let view = try MessageView(request.span)
        var builder = MessageBuilder(MessageType(view.type.method, messageClass), view.transactionID)
        attributes(&builder)
        return builder
    }

    /// A 401, or another challenge.
    func challenge(
        _ request: [UInt8],
        _ error: ErrorCode = .unauthenticated,
        nonce: String = "first"
    ) throws -> [UInt8] {
        let given = try self.nonce(nonce)
        return try answer(request, .error) { builder in
            builder.append(error)
            builder.append(realm)
            builder.append(given)
            if let algorithms { builder.append(algorithms) }
        }.bytes
    }

    /// A refusal signed as the RFC wants it.
    func refusal(
        _ request: [UInt8],
        _ error: ErrorCode,
        _ attributes: (inout MessageBuilder) -> Void = { _ in }
    ) throws -> [UInt8] {
        var builder = try answer(request, .error) { builder in
            builder.append(error)
            attributes(&builder)
        }
        builder.appendIntegritySHA256(key: try key())
        return builder.bytes
    }

    /// A signed success; an Allocate gets a relayed address.
    func success(
        _ request: [UInt8],
        lifetime: UInt32 = 600,
        _ sign: (inout MessageBuilder) throws -> Void
    ) throws -> [UInt8] {
        let view = try MessageView(request.span)
        let method = view.type.method
        var builder = try answer(request, .success) { builder in
            if method == .allocate {
                builder.append(XORRelayedAddress(Endpoint(IPAddress(192, 0, 2, 1), 50_000)))
                builder.append(XORMappedAddress(Endpoint(IPAddress(198, 18, 0, 5), 40_000)))
            }
            if method == .allocate || method == .refresh { builder.append(Lifetime(seconds: lifetime)) }
        }
        try sign(&builder)
        return builder.bytes
    }

    func success(_ request: [UInt8], lifetime: UInt32 = 600) throws -> [UInt8] {
        let key = try key()
        return try success(request, lifetime: lifetime) { $0.appendIntegritySHA256(key: key) }
    }

    /// A client that waits for the answer to its signed Allocate request, and that request.
    func clientAwaitingGrant(
        configure: (inout TURNClientConfiguration) -> Void = { _ in }
    ) throws -> (client: ClientUnderTest, request: [UInt8]) {
        var configuration = configuration
        configure(&configuration)
        let client = ClientUnderTest(configuration)
        client.tell(.opened)
        client.receive(try challenge(try #require(client.takeSent().last)))
        return (client, try #require(client.takeSent().last))
    }

    /// A client with an allocation.
    func clientAllocated(
        lifetime: UInt32 = 600,
        configure: (inout TURNClientConfiguration) -> Void = { _ in }
    ) throws -> ClientUnderTest {
        let (client, request) = try clientAwaitingGrant(configure: configure)
        client.receive(try success(request, lifetime: lifetime))
        try #require(client.isAllocated)
        _ = client.takeNews()
        return client
    }
}
