import STUN
import SansIO
import TURN
import Testing

/// A client that says exactly what a test tells it to, signed with its credential.
final class ScriptedClient {
    let server: ServerUnderTest
    let tuple: FiveTuple
    var worker: Int
    /// The driver's name for its socket: another number is another connection from the same port.
    var socket: UInt64 = 0
    var username: String
    var password: String
    var algorithm: PasswordAlgorithm
    var nonce: [UInt8] = []
    var offered: PasswordAlgorithms?
    private var generator: SeededRandom
    private var framer = StreamFramer()
    private var stream: [UInt8] = []

    /// A client that has learned realm and nonce.
    init(
        of server: ServerUnderTest,
        user: String = "cast-1",
        transport: TransportProtocol = .udp,
        address: IPAddress = IPAddress(31, 1, 1, 1),
        port: UInt16 = 5000,
        to serverEndpoint: Endpoint = ServerUnderTest.v4,
        lifetime: Duration = .seconds(3600),
        algorithm: PasswordAlgorithm = .md5,
        worker: Int = 0
    ) throws {
        self.server = server
        self.algorithm = algorithm
        self.worker = worker
        tuple = FiveTuple(transport, client: Endpoint(address, port), server: serverEndpoint)
        username = "\((server.time + lifetime).seconds):\(user)"
        password = server.secret.password(for: username)
        generator = SeededRandom(seed: UInt64(port) << 8 | UInt64(transport.rawValue))
        try learnNonce()
    }

    var endpoint: Endpoint { tuple.client }

    var key: LongTermKey {
        get throws {
            try #require(
                LongTermKey(
                    username: username,
                    realm: ServerUnderTest.realm,
                    password: password,
                    algorithm: algorithm
                )
            )
        }
    }

    /// Takes the credential of another user, or of the same user with another expiry.
    func become(_ user: String, lifetime: Duration = .seconds(3600)) {
        username = "\((server.time + lifetime).seconds):\(user)"
        password = server.secret.password(for: username)
    }

    func makeTransactionID() -> TransactionID {
        .random(using: &generator)
    }

    // MARK: Sending

    /// Sends bytes as they are.
    func transmit(_ bytes: [UInt8]) {
        server.receive(bytes, from: tuple, socket: socket, worker: worker)
    }

    /// Sends bytes and takes the one answer to them; nil when there is none.
    func exchange(_ bytes: [UInt8]) throws -> Answer? {
        _ = received()
        transmit(bytes)
        let answers = received().compactMap { delivery -> Answer? in
            if case .answer(let answer) = delivery { answer } else { nil }
        }
        #expect(answers.count <= 1, "one request, more than one answer")
        return answers.first
    }

    /// Sends a signed request and takes its answer.
    @discardableResult
    func ask(
        _ method: STUN.Method,
        _ attributes: (inout MessageBuilder) -> Void = { _ in }
    ) throws -> Answer {
        let answer = try #require(try exchange(try request(method, attributes: attributes)))
        #expect(answer.method == method)
        return answer
    }

    /// A request with credentials and integrity behind the attributes.
    func request(
        _ method: STUN.Method,
        id: TransactionID? = nil,
        signed: Bool = true,
        attributes: (inout MessageBuilder) -> Void = { _ in }
    ) throws -> [UInt8] {
        var builder = MessageBuilder(MessageType(method, .request), id ?? makeTransactionID())
        attributes(&builder)
        if signed { try appendCredentials(to: &builder) }
        return builder.bytes
    }

    func appendCredentials(to builder: inout MessageBuilder) throws {
        builder.append(try #require(Username(username)))
        builder.append(try #require(Realm(ServerUnderTest.realm)))
        builder.appendRaw(type: .nonce, value: nonce)
        if algorithm == .sha256 {
            if let offered { builder.append(offered) }
            builder.append(algorithm)
            builder.appendIntegritySHA256(key: try key)
        } else {
            builder.appendIntegrity(key: try key)
        }
    }

    /// Asks without credentials and keeps the challenge.
    func learnNonce() throws {
        let answer = try #require(try exchange(try request(.allocate, signed: false)))
        #expect(answer.code == 401)
        nonce = try #require(answer.attribute(Nonce.self)).bytes
        offered = answer.attribute(PasswordAlgorithms.self)
    }

    // MARK: The operations

    func allocateRequest(
        lifetime: UInt32? = nil,
        family: AddressFamilyCode? = nil,
        additional: AddressFamilyCode? = nil,
        evenPort: EvenPort? = nil,
        token: ReservationToken? = nil
    ) throws -> [UInt8] {
        try request(.allocate) { builder in
            builder.append(RequestedTransport.udp)
            if let lifetime { builder.append(Lifetime(seconds: lifetime)) }
            if let family { builder.append(RequestedAddressFamily(family)) }
            if let additional { builder.append(AdditionalAddressFamily(additional)) }
            if let evenPort { builder.append(evenPort) }
            if let token { builder.append(token) }
        }
    }

    /// Allocates and takes the answer.
    @discardableResult
    func allocate(
        lifetime: UInt32? = nil,
        family: AddressFamilyCode? = nil,
        additional: AddressFamilyCode? = nil,
        evenPort: EvenPort? = nil,
        token: ReservationToken? = nil
    ) throws -> Answer {
        let request = try allocateRequest(
            lifetime: lifetime,
            family: family,
            additional: additional,
            evenPort: evenPort,
            token: token
        )
        return try #require(try exchange(request))
    }

    /// Allocates, which must succeed, and gives the relayed address.
    func relayedAddress(family: AddressFamilyCode? = nil) throws -> Endpoint {
        try #require(try allocate(family: family).attribute(XORRelayedAddress.self)).endpoint
    }

    func refreshRequest(_ lifetime: UInt32? = nil, family: AddressFamilyCode? = nil) throws -> [UInt8] {
        try request(.refresh) { builder in
            if let lifetime { builder.append(Lifetime(seconds: lifetime)) }
            if let family { builder.append(RequestedAddressFamily(family)) }
        }
    }

    @discardableResult
    func refresh(_ lifetime: UInt32? = nil, family: AddressFamilyCode? = nil) throws -> Answer {
        try #require(try exchange(try refreshRequest(lifetime, family: family)))
    }

    @discardableResult
    func permit(_ peers: Endpoint...) throws -> Answer {
        try ask(.createPermission) { builder in
            for peer in peers { builder.append(XORPeerAddress(peer)) }
        }
    }

    @discardableResult
    func bind(_ number: UInt16, to peer: Endpoint) throws -> Answer {
        try ask(.channelBind) { builder in
            builder.appendRaw(type: .channelNumber, value: [UInt8(number >> 8), UInt8(number & 0xFF), 0, 0])
            builder.append(XORPeerAddress(peer))
        }
    }

    func sendIndication(
        _ data: [UInt8],
        to peers: Endpoint...,
        dontFragment: Bool = false,
        also: (inout MessageBuilder) -> Void = { _ in }
    ) {
        var builder = MessageBuilder(MessageType(.send, .indication), makeTransactionID())
        for peer in peers { builder.append(XORPeerAddress(peer)) }
        if dontFragment { builder.append(DontFragment()) }
        builder.append(DataAttribute(data))
        also(&builder)
        transmit(builder.bytes)
    }

    func sendChannelData(_ data: [UInt8], on number: UInt16, padding: Int = 0) {
        let header = [number >> 8, number & 0xFF, UInt16(data.count) >> 8, UInt16(data.count) & 0xFF]
        transmit(header.map { UInt8($0) } + data + [UInt8](repeating: 0xAA, count: padding))
    }

    // MARK: Receiving

    /// The raw messages since the last time.
    func receivedBytes() -> [[UInt8]] {
        server.takeMessages(to: tuple)
    }

    /// The messages since the last time; a stream's are cut out of the bytes.
    func received() -> [Delivery] {
        guard tuple.transport != .udp else { return receivedBytes().map { Delivery($0) } }
        stream += receivedBytes().flatMap(\.self)
        var deliveries: [Delivery] = []
        var offset = 0
        do {
            while let range = try framer.next(in: stream.span, from: &offset) {
                deliveries.append(Delivery(Array(stream[range])))
            }
        } catch {
            deliveries.append(.unreadable(stream))
        }
        stream.removeFirst(offset)
        return deliveries
    }
}

extension Endpoint {
    /// Peers that the policy has nothing against.
    static let peer = Endpoint(IPAddress(31, 2, 2, 2), 6000)
    static let otherPeer = Endpoint(IPAddress(31, 3, 3, 3), 6000)
    static let peerV6 = Endpoint(IPAddress(v6: 0x2A00_0000_0000_0000, 7), 6000)
}
