import Cryptography
import STUN
import SansIO
import TURN
import Testing

/// Who asks is checked first, and in the order of RFC 8489 §9.2.4.
struct AuthenticationTests {
    static let methods: [STUN.Method] = [.allocate, .refresh, .createPermission, .channelBind]

    // MARK: Without credentials

    @Test(arguments: methods)
    func aStrangerIsChallenged(method: STUN.Method) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let answer = try #require(try client.exchange(try client.request(method, signed: false)))
        #expect(answer.method == method)
        #expect(answer.code == 401)
        #expect(answer.attribute(Realm.self)?.text == ServerUnderTest.realm)
        #expect(answer.attribute(Nonce.self)?.bytes.count == NonceIssuer.nonceLength)
        #expect(answer.attribute(PasswordAlgorithms.self) == PasswordAlgorithms([.sha256, .md5]))
        #expect(answer.integrity == nil)
        #expect(answer.attribute(Username.self) == nil)
        #expect(answer.attribute(Software.self) == nil)
        #expect(answer.attribute(ErrorCode.self)?.reason == "")
    }

    @Test func theNonceSaysThatAlgorithmsCanBeChosen() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let nonce = try #require(Nonce(client.nonce))
        #expect(SecurityFeatures(nonce: nonce) == .passwordAlgorithms)
    }

    @Test(arguments: 0..<3, methods)
    func aSignedRequestWithoutOneOfTheThreeIsBad(missing: Int, method: STUN.Method) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        var builder = MessageBuilder(MessageType(method, .request), client.makeTransactionID())
        if missing != 0 { builder.append(try #require(Username(client.username))) }
        if missing != 1 { builder.append(try #require(Realm(ServerUnderTest.realm))) }
        if missing != 2 { builder.appendRaw(type: .nonce, value: client.nonce) }
        builder.appendIntegrity(key: try client.key)
        let answer = try #require(try client.exchange(builder.bytes))
        #expect(answer.code == 400)
        #expect(answer.integrity == nil)
        #expect(answer.attribute(Nonce.self) == nil)
    }

    @Test func aUserHashIsAnUnknownUser() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        var builder = MessageBuilder(MessageType(.allocate, .request), client.makeTransactionID())
        builder.append(UserHash(username: client.username, realm: ServerUnderTest.realm))
        builder.append(try #require(Realm(ServerUnderTest.realm)))
        builder.appendRaw(type: .nonce, value: client.nonce)
        builder.appendIntegrity(key: try client.key)
        #expect(try client.exchange(builder.bytes)?.code == 401)
    }

    @Test func anotherRealmIsUnknown() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        var builder = MessageBuilder(MessageType(.allocate, .request), client.makeTransactionID())
        builder.append(try #require(Username(client.username)))
        builder.append(try #require(Realm("elsewhere.example")))
        builder.appendRaw(type: .nonce, value: client.nonce)
        builder.appendIntegrity(key: try client.key)
        #expect(try client.exchange(builder.bytes)?.code == 401)
    }

    // MARK: Usernames

    @Test(arguments: [
        "cast-1", "", ":", "x:cast-1", "-1:cast-1", "01800003600:cast-1", "1800003600", "1800003600:",
        "99999999999999999999:cast-1", " 1800003600:cast-1", "+1800003600:cast-1", "1800003600.5:cast-1",
        "' OR 1=1--", "1800003600;cast-1",
    ])
    func aNameThatStatesNoTimeIsUnknown(name: String) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        client.username = name
        client.password = server.secret.password(for: name)
        var builder = MessageBuilder(MessageType(.allocate, .request), client.makeTransactionID())
        builder.appendRaw(type: .username, value: Array(name.utf8))
        builder.append(try #require(Realm(ServerUnderTest.realm)))
        builder.appendRaw(type: .nonce, value: client.nonce)
        builder.appendIntegrity(key: try client.key)
        let answer = try #require(try client.exchange(builder.bytes))
        #expect(answer.code == (name.isEmpty ? 400 : 401))
        #expect(answer.integrity == nil)
        #expect(server.allocationCount == 0)
    }

    @Test(arguments: ["%n%s%x", "a\"b", "' OR 1=1--", "über:alles", "a:b:c"])
    func aUserMayBeCalledAnything(user: String) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, user: user)
        _ = server.takeEvents()
        #expect(try client.allocate().isSuccess)
        guard case .allocated(_, let name, _, _) = try #require(server.takeEvents().first) else {
            Issue.record("no event of the allocation")
            return
        }
        #expect(name == user)
    }

    @Test(arguments: ["a\r\nb", "a\u{0}b", "a\u{1B}[31m"])
    func aUserWithControlsIsBad(user: String) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        client.become(user)
        var builder = MessageBuilder(MessageType(.allocate, .request), client.makeTransactionID())
        builder.append(RequestedTransport.udp)
        builder.appendRaw(type: .username, value: Array(client.username.utf8))
        builder.append(try #require(Realm(ServerUnderTest.realm)))
        builder.appendRaw(type: .nonce, value: client.nonce)
        builder.appendIntegrity(key: try client.key)
        #expect(try client.exchange(builder.bytes)?.code == 400)
    }

    // MARK: Time

    @Test(arguments: [(-3600, 401), (-5, 401), (0, 401), (1, nil), (30, nil)] as [(Int64, Int?)])
    func theTimeInTheNameIsTheFirstThatIsTooLate(left: Int64, code: Int?) throws {
        let client = try ScriptedClient(of: ServerUnderTest(), lifetime: .seconds(left))
        let answer = try client.allocate()
        #expect(answer.code == code)
        #expect((answer.integrity == nil) == (code == 401))
    }

    @Test func aLiveAllocationOutlivesItsCredential() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, lifetime: .seconds(60))
        #expect(try client.allocate().isSuccess)
        server.advance(by: .seconds(300))
        #expect(try client.refresh().isSuccess)
        #expect(try client.permit(.peer).isSuccess)
        #expect(try client.bind(0x4000, to: .peer).isSuccess)
        // It opens no new allocation, neither elsewhere nor here.
        let elsewhere = try ScriptedClient(of: server, port: 5001)
        elsewhere.username = client.username
        elsewhere.password = client.password
        #expect(try elsewhere.allocate().code == 401)
        #expect(try client.allocate().code == 437)
        #expect(try client.refresh(0).isSuccess)
        #expect(try client.allocate().code == 401)
    }

    @Test func theWallClockIsWhatItWasToldLast() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, lifetime: .seconds(60))
        server.tell(.wallClock(server.time + .seconds(60)))
        #expect(try client.allocate().code == 401)
        server.tell(.wallClock(server.time + .seconds(59)))
        #expect(try client.allocate().isSuccess)
    }

    // MARK: Passwords

    @Test(arguments: methods, [PasswordAlgorithm.md5, .sha256])
    func aWrongPasswordIsChallenged(method: STUN.Method, algorithm: PasswordAlgorithm) throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, algorithm: algorithm)
        client.password = "guess"
        _ = server.takeEvents()
        let answer = try client.ask(method)
        #expect(answer.code == 401)
        #expect(answer.integrity == nil)
        #expect(answer.attribute(Nonce.self) != nil)
        #expect(
            server.takeEvents() == [
                .refused(Client(client.tuple, socket: 0), method: method, code: 401, user: nil)
            ]
        )
    }

    @Test func aWrongPasswordOnALiveAllocationIsChallenged() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        client.password = "guess"
        #expect(try client.refresh(0).code == 401)
        #expect(server.allocationCount == 1)
    }

    @Test func severalSecretsAreGood() throws {
        let old = try #require(SharedSecret("south"))
        let server = try ServerUnderTest { $0.secrets.append(old) }
        let client = try ScriptedClient(of: server)
        client.password = old.password(for: client.username)
        let answer = try client.allocate()
        #expect(answer.isSuccess)
        #expect(answer.isSigned(by: try client.key))
        client.password = try #require(SharedSecret("west")).password(for: client.username)
        #expect(try client.refresh().code == 401)
    }

    @Test func withoutASecretNobodyIsKnown() throws {
        let server = try ServerUnderTest { $0.secrets = [] }
        let client = try ScriptedClient(of: server)
        #expect(try client.allocate().code == 401)
    }

    // MARK: Integrity attributes

    @Test func theAnswerIsSignedAsTheRequestWas() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        var builder = MessageBuilder(MessageType(.refresh, .request), client.makeTransactionID())
        builder.append(try #require(Username(client.username)))
        builder.append(try #require(Realm(ServerUnderTest.realm)))
        builder.appendRaw(type: .nonce, value: client.nonce)
        builder.appendIntegrity(key: try client.key)
        builder.appendIntegritySHA256(key: try client.key)
        let answer = try #require(try client.exchange(builder.bytes))
        #expect(answer.code == 437)
        #expect(answer.integrity == .sha256)
        #expect(answer.isSigned(by: try client.key))
    }

    @Test func theStrongerOfTwoIntegritiesDecides() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        var builder = MessageBuilder(MessageType(.refresh, .request), client.makeTransactionID())
        builder.append(try #require(Username(client.username)))
        builder.append(try #require(Realm(ServerUnderTest.realm)))
        builder.appendRaw(type: .nonce, value: client.nonce)
        builder.appendIntegrity(key: try client.key)
        builder.appendIntegritySHA256(key: [UInt8](repeating: 1, count: 32))
        #expect(try client.exchange(builder.bytes)?.code == 401)
    }

    @Test(arguments: [0, 4, 12, 15, 16, 19, 20, 24, 28, 32, 36])
    func aTruncatedSHA256IsGoodFrom16BytesOn(length: Int) throws {
        let client = try ScriptedClient(of: ServerUnderTest(), algorithm: .sha256)
        var builder = MessageBuilder(MessageType(.refresh, .request), client.makeTransactionID())
        builder.append(try #require(Username(client.username)))
        builder.append(try #require(Realm(ServerUnderTest.realm)))
        builder.appendRaw(type: .nonce, value: client.nonce)
        builder.append(try #require(client.offered))
        builder.append(PasswordAlgorithm.sha256)
        // The code covers the header with the length of the message that ends with the truncated code.
        var covered = builder.bytes
        let end = covered.count + 4 + (length + 3) / 4 * 4 - 20
        covered[2] = UInt8(end >> 8)
        covered[3] = UInt8(end & 0xFF)
        let key = try client.key.bytes
        let code = HMAC.sha256(covered.span, key: key.span) + [0, 0, 0, 0]
        builder.appendRaw(type: .messageIntegritySHA256, value: Array(code.prefix(length)))
        let isAllowed = (16...32).contains(length) && length % 4 == 0
        #expect(try client.exchange(builder.bytes)?.code == (isAllowed ? 437 : 401))
    }

    @Test(arguments: [0, 4, 16, 19, 21, 24, 32])
    func aMessageIntegrityHasTwentyBytes(length: Int) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        var builder = MessageBuilder(MessageType(.refresh, .request), client.makeTransactionID())
        builder.append(try #require(Username(client.username)))
        builder.append(try #require(Realm(ServerUnderTest.realm)))
        builder.appendRaw(type: .nonce, value: client.nonce)
        builder.appendRaw(type: .messageIntegrity, value: [UInt8](repeating: 0, count: length))
        #expect(try client.exchange(builder.bytes)?.code == 401)
    }

    // MARK: Password algorithms

    @Test func biddingDownIsBad() throws {
        let client = try ScriptedClient(of: ServerUnderTest(), algorithm: .sha256)
        client.offered = PasswordAlgorithms([.md5])
        #expect(try client.ask(.refresh).code == 400)
        client.offered = PasswordAlgorithms([.md5, .sha256])
        #expect(try client.ask(.refresh).code == 400)
        client.offered = nil
        #expect(try client.ask(.refresh).code == 400)
        client.offered = PasswordAlgorithms([.sha256, .md5])
        #expect(try client.ask(.refresh).code == 437)
    }

    @Test func theListWithoutAChoiceIsBad() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let answer = try client.ask(.refresh) { $0.append(PasswordAlgorithms([.sha256, .md5])) }
        #expect(answer.code == 400)
    }

    @Test func aChoiceThatWasNotOfferedIsBad() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let answer = try client.ask(.refresh) { builder in
            builder.append(PasswordAlgorithms([.sha256, .md5]))
            builder.append(PasswordAlgorithm(number: 9))
        }
        #expect(answer.code == 400)
    }

    @Test func md5MayBeChosenFromTheList() throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let answer = try client.ask(.refresh) { builder in
            builder.append(PasswordAlgorithms([.sha256, .md5]))
            builder.append(PasswordAlgorithm.md5)
        }
        #expect(answer.code == 437)
        #expect(answer.isSigned(by: try client.key))
    }

    // MARK: Whose allocation it is

    @Test func onlyTheUserWhoMadeAnAllocationMayUseIt() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        for user in ["cast-2", "cast-1"] {
            client.become(user, lifetime: .seconds(7200))
            for method in [STUN.Method.refresh, .createPermission, .channelBind] {
                let answer = try client.ask(method)
                #expect(answer.code == 441)
                #expect(answer.isSigned(by: try client.key))
            }
        }
        #expect(server.allocationCount == 1)
    }

    @Test(arguments: [STUN.Method.refresh, .createPermission, .channelBind])
    func withoutAnAllocationIsAMismatch(method: STUN.Method) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        let answer = try client.ask(method)
        #expect(answer.code == 437)
        #expect(answer.isSigned(by: try client.key))
    }

    // MARK: Nothing before it

    @Test func noStateIsMadeForAStranger() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        let unsigned = try client.request(.allocate, signed: false) { $0.append(RequestedTransport.udp) }
        client.password = "guess"
        let requests = [unsigned, try client.allocateRequest()]
        for port in UInt16(10_000)..<12_000 {
            let tuple = FiveTuple(
                .udp,
                client: Endpoint(IPAddress(31, 9, 9, 9), port),
                server: ServerUnderTest.v4
            )
            for request in requests { server.receive(request, from: tuple) }
            #expect(server.takeMessages(to: tuple).count == 2)
        }
        #expect(server.allocationCount == 0)
        #expect(server.control.allocationCount == 0)
        #expect(server.nextDeadline == nil)
        #expect(server.rememberedAnswerCount == 0)
    }
}
