import STUN
import SansIO
import TURN
import Testing

/// Stale nonces: RFC 8489 §9.2.4.
///
/// The integrity is looked at first, so a wrong password is a 401 anyway.
struct NonceTests {
    private func expectStale(_ answer: Answer, _ client: ScriptedClient) throws {
        #expect(answer.code == 438)
        #expect(answer.attribute(Realm.self)?.text == ServerUnderTest.realm)
        #expect(answer.attribute(PasswordAlgorithms.self) == PasswordAlgorithms([.sha256, .md5]))
        #expect(answer.isSigned(by: try client.key))
        // The new nonce is a good one.
        client.nonce = try #require(answer.attribute(Nonce.self)).bytes
        #expect(try client.ask(.refresh).code == 437)
    }

    @Test(arguments: ["", "x", "obMatJos2", "obMatJos2AAAB", "obMatJos2AAABAAAAAAAAAAAA", "ßßßß"])
    func garbageIsStale(nonce: String) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        client.nonce = Array(nonce.utf8)
        try expectStale(try client.ask(.refresh), client)
    }

    @Test(arguments: [763, 764, 4000])
    func anOverlongOneIsStale(length: Int) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        client.nonce = [UInt8](repeating: UInt8(ascii: "o"), count: length)
        try expectStale(try client.ask(.refresh), client)
    }

    @Test(arguments: 0..<NonceIssuer.nonceLength)
    func oneWithAnotherByteIsStale(position: Int) throws {
        let client = try ScriptedClient(of: ServerUnderTest())
        client.nonce[position] ^= 1
        try expectStale(try client.ask(.refresh), client)
    }

    @Test func thatOfAnotherPortIsStale() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        client.nonce = try ScriptedClient(of: server, port: 5001).nonce
        try expectStale(try client.ask(.refresh), client)
    }

    @Test func thatOfAnotherAddressIsStale() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        client.nonce = try ScriptedClient(of: server, address: IPAddress(31, 1, 1, 2)).nonce
        try expectStale(try client.ask(.refresh), client)
    }

    @Test func holdsForItsLifetime() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, lifetime: .seconds(100_000))
        server.advance(by: .seconds(3600 - 16))
        #expect(try client.ask(.refresh).code == 437)
        server.advance(by: .seconds(48))
        try expectStale(try client.ask(.refresh), client)
    }

    @Test func aStaleOneOnALiveAllocationChangesNothing() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        let good = client.nonce
        client.nonce = Array("garbage".utf8)
        #expect(try client.refresh(0).code == 438)
        #expect(try client.permit(.peer).code == 438)
        #expect(try client.allocate().code == 438)
        #expect(server.allocationCount == 1)
        client.nonce = good
        #expect(try client.refresh(0).isSuccess)
    }

    @Test(arguments: [PasswordAlgorithm.md5, .sha256])
    func aWrongPasswordIsToldFirst(algorithm: PasswordAlgorithm) throws {
        let client = try ScriptedClient(of: ServerUnderTest(), algorithm: algorithm)
        client.nonce = Array("garbage".utf8)
        client.password = "guess"
        let answer = try client.ask(.refresh)
        #expect(answer.code == 401)
        #expect(answer.integrity == nil)
    }

    @Test func anotherRelayWithTheSecretHasIssuedAGoodOne() throws {
        let here = try ScriptedClient(of: ServerUnderTest(seed: 1))
        let there = try ScriptedClient(of: ServerUnderTest(seed: 2))
        #expect(here.nonce == there.nonce)
        here.nonce = there.nonce
        #expect(try here.allocate().isSuccess)
    }

    @Test func aRelayWithAnotherSecretHasNot() throws {
        let other = try #require(SharedSecret("south"))
        let here = try ScriptedClient(of: ServerUnderTest())
        let there = try ScriptedClient(of: ServerUnderTest { $0.secrets = [other] })
        here.nonce = there.nonce
        try expectStale(try here.ask(.refresh), here)
    }

    @Test func theSecretMayBeReplaced() throws {
        // The relay here has the new secret in front and still knows the old one.
        let old = try #require(SharedSecret("south"))
        let before = try ScriptedClient(of: ServerUnderTest { $0.secrets = [old] })
        let after = try ScriptedClient(of: ServerUnderTest { $0.secrets = [$0.secrets[0], old] })
        #expect(before.nonce != after.nonce)
        after.nonce = before.nonce
        #expect(try after.allocate().isSuccess)
    }

    @Test func isTheSameForEveryTransportAndNoSecretOfTheConnection() throws {
        let server = try ServerUnderTest()
        let udp = try ScriptedClient(of: server)
        let tcp = try ScriptedClient(of: server, transport: .tcp)
        udp.nonce = tcp.nonce
        #expect(try udp.allocate().isSuccess)
    }

    /// Ten thousand clients: no nonce twice, and every bit of the code is as often set as not.
    @Test func cannotBeForetold() throws {
        let server = try ServerUnderTest()
        var seen: Set<[UInt8]> = []
        var counts: [Int: [UInt8: Int]] = [:]
        for index in UInt32(0)..<10_000 {
            let tuple = FiveTuple(
                .udp,
                client: Endpoint(IPAddress(v4: 0x1F01_0000 | index), 5000),
                server: ServerUnderTest.v4
            )
            let request = MessageBuilder(MessageType(.allocate, .request), TransactionID(index, 1)).bytes
            server.receive(request, from: tuple)
            let bytes = try #require(server.takeMessages(to: tuple).first)
            let nonce = try #require(Answer(bytes: bytes).attribute(Nonce.self)).bytes
            seen.insert(nonce)
            // Behind cookie, features and time (three digits, the last of them partly code).
            for position in 16..<NonceIssuer.nonceLength {
                counts[position, default: [:]][nonce[position], default: 0] += 1
            }
        }
        #expect(seen.count == 10_000)
        for digits in counts.values {
            // 64 digits, 63 degrees of freedom: more than 125 comes once in 200,000 times.
            let square = digits.values.reduce(Double(64 - digits.count) * 156.25) {
                $0 + (Double($1) - 156.25) * (Double($1) - 156.25) / 156.25
            }
            #expect(square < 125)
        }
    }
}
