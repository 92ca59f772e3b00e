import STUN
import SansIO
import TURN
import Testing

struct TURNClientChallengeTests {
    @Test func reportsAWrongPassword() throws {
        let network = try ClientNetwork()
        let right = try network.credential()
        let client = try network.attach(
            credential: LongTermCredential(username: right.username, password: "wrong")
        )
        client.tell(.opened)
        network.run(for: .seconds(2))
        let failure = AllocateFailure.challenge(.unauthenticated)
        #expect(client.takeNews() == [.failed(failure)])
        #expect(failure.advice == .renewCredential)
        #expect(client.count(of: .allocate) == 2)
    }

    @Test func reportsAnExpiredCredential() throws {
        let network = try ClientNetwork()
        let client = try network.attach(credential: try network.credential(expiresIn: .seconds(-1)))
        client.tell(.opened)
        network.run(for: .seconds(2))
        #expect(client.takeNews() == [.failed(.challenge(.unauthenticated))])
    }

    @Test func takesAFreshNonceWhenItsOwnIsStale() throws {
        let network = try ClientNetwork { $0.nonceLifetime = .seconds(64) }
        let client = try network.allocate()
        client.forgetRequests()
        network.run(for: .seconds(600))
        #expect(client.isAllocated)
        #expect(network.host.allocationCount == 1)
        // One Refresh, sent again with the nonce of the 438.
        #expect(client.count(of: .refresh) == 2)
    }

    @Test func givesUpWhenEveryNonceIsStale() throws {
        let server = try ScriptedServer()
        var (client, request) = try server.clientAwaitingGrant()
        var answers = 0
        while client.nextDeadline != nil, answers < 100 {
            answers += 1
            client.receive(try server.challenge(request, .staleNonce, nonce: "number \(answers)"))
            request = client.takeSent().last ?? request
        }
        #expect(client.takeNews() == [.failed(.challenge(.staleNonce))])
        #expect(answers == 4)
    }

    @Test func usesSHA256WhenItIsOffered() throws {
        let server = try ScriptedServer()
        let (_, request) = try server.clientAwaitingGrant()
        let view = try MessageView(request.span)
        let integrity = view.integrity
        #expect(integrity == .sha256)
        #expect(try view.attribute(PasswordAlgorithm.self) == .sha256)
        #expect(try view.attribute(PasswordAlgorithms.self) == server.algorithms)
        #expect(try view.attribute(Username.self)?.text == "cast")
        let key = try server.key()
        let isSigned = view.verifyIntegrity(key: key)
        #expect(isSigned)
    }

    @Test func usesMD5WhenNothingElseIsOffered() throws {
        var server = try ScriptedServer()
        server.algorithms = PasswordAlgorithms([.md5])
        let (_, request) = try server.clientAwaitingGrant()
        let view = try MessageView(request.span)
        #expect(try view.attribute(PasswordAlgorithm.self) == .md5)
        let key = try server.key(.md5)
        let isSigned = view.verifyIntegrity(key: key)
        #expect(isSigned)
    }

    @Test func speaksToAServerOfRFC5389() throws {
        var server = try ScriptedServer()
        server.features = nil
        server.algorithms = nil
        let (client, request) = try server.clientAwaitingGrant()
        let view = try MessageView(request.span)
        let integrity = view.integrity
        #expect(integrity == .sha1)
        let names = view.contains(.passwordAlgorithm) || view.contains(.passwordAlgorithms)
        #expect(!names)
        let key = try server.key(.md5)
        client.receive(try server.success(request) { $0.appendIntegrity(key: key) })
        #expect(client.isAllocated)
    }

    @Test func hidesTheUserNameWhenTheNonceAllowsIt() throws {
        var server = try ScriptedServer()
        server.features = [.passwordAlgorithms, .usernameAnonymity]
        let (_, request) = try server.clientAwaitingGrant()
        let view = try MessageView(request.span)
        let namesUser = view.contains(.username)
        #expect(!namesUser)
        let hash = UserHash(username: "cast", realm: "relay.example")
        #expect(try view.attribute(UserHash.self) == hash)
    }

    @Test func noticesThatTheListOfAlgorithmsWasTakenAway() throws {
        var server = try ScriptedServer()
        server.algorithms = nil
        let client = ClientUnderTest(server.configuration)
        client.tell(.opened)
        client.receive(try server.challenge(try #require(client.takeSent().last)))
        #expect(client.takeNews() == [.failed(.challenge(.bidDown))])
        #expect(client.takeSent().isEmpty)
    }

    @Test func isNotTalkedDownFromSHA256Later() throws {
        var server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant()
        server.features = nil
        server.algorithms = nil
        client.receive(try server.challenge(request, .staleNonce, nonce: "plain"))
        #expect(client.takeNews() == [.failed(.challenge(.bidDown))])
    }

    @Test func reportsAlgorithmsThatItDoesNotKnow() throws {
        var server = try ScriptedServer()
        server.algorithms = PasswordAlgorithms([PasswordAlgorithm(number: 77)])
        let client = ClientUnderTest(server.configuration)
        client.tell(.opened)
        client.receive(try server.challenge(try #require(client.takeSent().last)))
        #expect(client.takeNews() == [.failed(.challenge(.unsupportedPasswordAlgorithm))])
    }

    @Test func triesItsCredentialInAnotherRealm() throws {
        let server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant()
        client.receive(try ScriptedServer(realm: "other.example").challenge(request))
        let retry = try #require(client.takeSent().last)
        let realm = try MessageView(retry.span).attribute(Realm.self)
        #expect(realm?.text == "other.example")
    }

    @Test func ignoresAChallengeWithoutANonce() throws {
        let server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant()
        client.receive(
            try server.answer(request, .error) { builder in
                builder.append(ErrorCode.staleNonce)
                builder.append(server.realm)
            }.bytes
        )
        #expect(client.takeNews().isEmpty)
        #expect(client.counters.forged == 1)
        client.receive(try server.success(request))
        #expect(client.isAllocated)
    }
}
