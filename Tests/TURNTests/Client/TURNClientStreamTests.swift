import STUN
import SansIO
import TURN
import Testing

struct TURNClientStreamTests {
    private let peer = Endpoint(IPAddress(198, 18, 1, 1), 5004)

    @Test func readsAStreamHoweverItIsCut() throws {
        let server = try ScriptedServer()
        for seed: UInt64 in 1...60 {
            var random = SeededRandom(seed: seed)
            let (client, expected, stream) = try clientWithStream(of: server, using: &random)
            var rest = stream[...]
            while !rest.isEmpty {
                let longest = [1, 3, 7, 100, 2000].randomElement(using: &random) ?? 1
                let count = min(rest.count, Int.random(in: 1...longest, using: &random))
                client.receive(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            // Compared outside of the macro, which would print every byte.
            let isRight = client.takeNews() == expected
            #expect(isRight, "seed \(seed)")
        }
    }

    /// A client with a permission and a channel, and what it is to read.
    private func clientWithStream(
        of server: ScriptedServer,
        using random: inout SeededRandom
    ) throws -> (ClientUnderTest, [ClientNews], [UInt8]) {
        let client = try server.clientAllocated { $0.transport = .tcp }
        client.tell(.bind(peer))
        client.receive(try server.success(try #require(client.takeSent().last)))
        _ = client.takeNews()
        var expected: [ClientNews] = []
        var stream: [UInt8] = []
        for _ in 0..<20 {
            let count = [0, 1, 2, 3, 4, 5, 200, 3000].randomElement(using: &random) ?? 0
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            expected.append(.received(bytes, from: peer))
            if Bool.random(using: &random) {
                stream += [0x40, 0, UInt8(count >> 8), UInt8(count & 255)] + bytes
                stream += Array(repeating: 0, count: -count & 3)
            } else {
                var builder = MessageBuilder(
                    MessageType(.data, .indication),
                    .random(using: &random)
                )
                builder.append(XORPeerAddress(peer))
                builder.append(DataAttribute(bytes))
                stream += builder.bytes
            }
        }
        return (client, expected, stream)
    }

    @Test func waitsForNoPadding() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated { $0.transport = .tcp }
        client.tell(.bind(peer))
        client.receive([0x40, 0, 0, 1, 42])
        #expect(client.takeNews() == [.received([42], from: peer)])
        client.receive([0, 0])
        client.receive([0, 0x40, 0, 0, 1, 43, 0, 0, 0])
        #expect(client.takeNews() == [.received([43], from: peer)])
    }

    @Test func readsTheLongestMessage() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated { $0.transport = .tls }
        client.tell(.bind(peer))
        let bytes = Array(repeating: UInt8(7), count: 65_535)
        let message = [0x40, 0, 0xFF, 0xFF] + bytes
        client.receive(Array(message.prefix(65_000)))
        client.receive(Array(message.dropFirst(65_000)))
        #expect(client.takeNews() == [.received(bytes, from: peer)])
    }

    @Test func aBrokenStreamIsALoss() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated { $0.transport = .tcp }
        client.receive([0x80, 0, 0, 0])
        #expect(client.takeNews() == [.lost(.brokenStream(.unknownKind))])
        #expect(client.nextDeadline == nil)
    }

    @Test func aBrokenStreamIsAFailureBeforeThereIsAnAllocation() throws {
        let server = try ScriptedServer()
        let client = ClientUnderTest(
            TURNClientConfiguration(transport: .tcp, credential: server.credential)
        )
        client.tell(.opened)
        client.receive([0x01])
        client.receive([0x13, 0x00, 0x03])
        #expect(client.takeNews() == [.failed(.brokenStream(.unalignedLength))])
    }

    @Test func startsANewStreamWithoutTheRestOfTheOld() throws {
        let server = try ScriptedServer()
        let client = try server.clientAllocated { $0.transport = .tcp }
        client.receive([0x01, 0x01, 0x00])
        client.tell(.disconnected, .opened)
        let request = try #require(client.takeSent().last)
        client.receive(try server.success(request))
        #expect(client.takeNews().first == .lost(.disconnected))
        #expect(client.isAllocated)
    }

    @Test func aClosedConnectionEndsAnAttempt() throws {
        let client = ClientUnderTest(try ScriptedServer().configuration)
        client.tell(.opened, .disconnected)
        #expect(client.takeNews() == [.failed(.disconnected)])
        #expect(client.nextDeadline == nil)
    }
}
