import STUN
import SansIO
import TURN
import Testing

struct TURNClientForgeryTests {
    @Test func ignoresASuccessWithoutIntegrity() throws {
        let server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant()
        client.receive(try server.success(request) { _ in })
        #expect(client.takeNews().isEmpty)
        #expect(client.counters.forged == 1)
        client.receive(try server.success(request))
        #expect(client.isAllocated)
    }

    @Test func ignoresASuccessUnderAnotherKey() throws {
        let server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant()
        client.receive(try server.success(request) { $0.appendIntegritySHA256(key: [1, 2, 3]) })
        #expect(client.takeNews().isEmpty)
        #expect(client.counters.forged == 1)
    }

    @Test func ignoresAWeakerSignatureThanItsOwn() throws {
        let server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant()
        let key = try server.key()
        client.receive(try server.success(request) { $0.appendIntegrity(key: key) })
        #expect(!client.isAllocated)
        #expect(client.counters.forged == 1)
    }

    @Test func ignoresASuccessToARequestThatItDidNotSign() throws {
        let server = try ScriptedServer()
        let client = ClientUnderTest(server.configuration)
        client.tell(.opened)
        let request = try #require(client.takeSent().last)
        client.receive(try server.success(request))
        #expect(!client.isAllocated)
        #expect(client.counters.forged == 1)
    }

    @Test func ignoresAnUnsignedRefusalAndNamesItWhenNothingElseComes() throws {
        let server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant()
        client.receive(try server.answer(request, .error) { $0.append(ErrorCode.forbidden) }.bytes)
        #expect(client.takeNews().isEmpty)
        client.advance(by: .seconds(40))
        #expect(client.takeNews() == [.failed(.unanswered(unsignedError: .forbidden))])
    }

    @Test func ignoresAnAnswerToAnotherTransaction() throws {
        let server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant()
        var other = request
        other[19] ^= 1
        client.receive(try server.success(other))
        client.receive(try server.challenge(other, .staleNonce))
        #expect(!client.isAllocated)
        #expect(client.counters.unmatched == 2)
        #expect(client.takeSent().isEmpty)
    }

    @Test func ignoresAnAnswerOfAnotherMethod() throws {
        let server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant()
        let id = try MessageView(request.span).transactionID
        var builder = MessageBuilder(MessageType(.refresh, .success), id)
        builder.append(Lifetime.standard)
        builder.appendIntegritySHA256(key: try server.key())
        client.receive(builder.bytes)
        #expect(!client.isAllocated)
        #expect(client.counters.unmatched == 1)
    }

    @Test func takesAnAnswerOnce() throws {
        let server = try ScriptedServer()
        let (client, request) = try server.clientAwaitingGrant()
        let answer = try server.success(request)
        client.receive(answer)
        client.receive(answer)
        #expect(client.takeNews().count == 1)
        #expect(client.counters.unmatched == 1)
    }

    @Test func anUnsignedMismatchDoesNotEndAnAllocation() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated()
        _ = client.takeSent()
        client.advance(by: .seconds(525))
        let refresh = try #require(client.takeSent().last)
        client.receive(
            try server.answer(refresh, .error) { $0.append(ErrorCode.allocationMismatch) }.bytes
        )
        #expect(client.isAllocated)
        client.receive(try server.success(refresh))
        client.advance(by: .seconds(60))
        #expect(client.takeNews().isEmpty)
    }

    @Test func survivesMutatedAnswers() throws {
        var random = SeededRandom(seed: 11)
        let server = try ScriptedServer()
        for _ in 0..<3000 {
            let (client, request) = try server.clientAwaitingGrant()
            var answer =
                Bool.random(using: &random)
                ? try server.success(request) : try server.challenge(request, .staleNonce, nonce: "second")
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: answer.indices, using: &random)
                answer[index] = .random(in: 0...255, using: &random)
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                answer.removeLast(Int.random(in: 1...answer.count, using: &random))
            }
            let isWhole = answer == (try server.success(request))
            client.receive(answer)
            #expect(client.isAllocated == isWhole)
        }
    }
}
