import STUN
import SansIO
import TURN
import Testing

/// Valid conversations with bytes changed, cut, doubled and mixed: nothing traps, and the books balance.
struct MutationTests {
    /// What a client says in a whole conversation, as bytes.
    private func conversation(of client: ScriptedClient) throws -> [[UInt8]] {
        let number = try #require(ChannelNumber(rawValue: 0x4000))
        var send = MessageBuilder(MessageType(.send, .indication), client.makeTransactionID())
        send.append(XORPeerAddress(.peer))
        send.append(DontFragment())
        send.append(DataAttribute([1, 2, 3, 4, 5]))
        send.appendFingerprint()
        return [
            try client.request(.binding, signed: false),
            try client.request(.allocate, signed: false) { $0.append(RequestedTransport.udp) },
            try client.allocateRequest(lifetime: 900, additional: .ipv6),
            try client.allocateRequest(evenPort: EvenPort(reservesNextPort: true)),
            try client.allocateRequest(token: ReservationToken(rawValue: 7)),
            try client.refreshRequest(700, family: .ipv6),
            try client.request(.createPermission) { builder in
                builder.append(XORPeerAddress(.peer))
                builder.append(XORPeerAddress(.peerV6))
            },
            try client.request(.channelBind) { builder in
                builder.append(number)
                builder.append(XORPeerAddress(.peer))
            },
            send.bytes,
            [0x40, 0x00, 0x00, 0x05, 1, 2, 3, 4, 5, 0, 0, 0],
            try client.refreshRequest(0),
        ]
    }

    private func mutate(_ message: [UInt8], _ others: [[UInt8]], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = message
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<9, using: &random) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 1: bytes[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            case 2: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 3: bytes.removeLast(bytes.count - index)
            case 4: bytes.remove(at: index)
            case 5: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
            case 6: bytes.insert(contentsOf: bytes[index...].prefix(8), at: index)
            case 7: bytes += others.randomElement(using: &random)?.suffix(index) ?? []
            default:
                bytes.replaceSubrange(index..., with: [UInt8](repeating: 0xFF, count: bytes.count - index))
            }
        }
        // Half of them with a length that fits, so that they get past the framing.
        if bytes.count >= 20, Bool.random(using: &random) {
            bytes.removeLast(bytes.count % 4)
            bytes[2] = UInt8(truncatingIfNeeded: (bytes.count - 20) >> 8)
            bytes[3] = UInt8(truncatingIfNeeded: bytes.count - 20)
        }
        return bytes
    }

    /// Attributes of a request changed before it is signed, so that the mutation gets past the integrity.
    private func signedNonsense(_ client: ScriptedClient, _ random: inout SeededRandom) throws -> [UInt8] {
        let methods: [STUN.Method] = [.allocate, .refresh, .createPermission, .channelBind]
        let types: [UInt16] = [
            0x0C, 0x0D, 0x12, 0x13, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x22, 0x8000, 0x8001, 0x8004, 0x1D, 0x8002,
        ]
        return try client.request(methods.randomElement(using: &random) ?? .allocate) { builder in
            if Bool.random(using: &random) { builder.append(RequestedTransport.udp) }
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let type = AttributeType(rawValue: types.randomElement(using: &random) ?? 0x0D)
                let legal = [1, 4, 4, 8, 8, 20].randomElement(using: &random) ?? 4
                let length = Bool.random(using: &random) ? legal : Int.random(in: 0...24, using: &random)
                var value = (0..<length).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                if value.count > 1, Bool.random(using: &random) {
                    value[1] = UInt8.random(in: 0...2, using: &random)
                }
                if let first = value.first, Bool.random(using: &random) { value[0] = first & 0x4F }
                builder.appendRaw(type: type, value: value)
            }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func theServerSurvivesAndItsBooksBalance(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let server = try ServerUnderTest(
            workers: 2,
            ports: 50_000...50_019,
            limits: .init(allocationsPerUser: 6, allocations: 12),
            seed: seed
        )
        let clients = try (0..<8).map { index in
            try ScriptedClient(
                of: server,
                user: "u\(index % 3)",
                transport: index % 2 == 0 ? .udp : .tcp,
                port: 5000 + UInt16(index),
                lifetime: .seconds(1_000_000),
                algorithm: index % 4 < 2 ? .md5 : .sha256,
                worker: index / 4
            )
        }
        var answered = 0
        var relayed = 0
        var most = 0
        for round in 0..<700 {
            let client = clients[Int.random(in: 0..<8, using: &random)]
            if round % 50 == 0 { for client in clients { try client.learnNonce() } }
            let messages = try conversation(of: client)
            for message in messages {
                switch Int.random(in: 0..<4, using: &random) {
                case 0: client.transmit(message)
                case 1: client.transmit(try signedNonsense(client, &random))
                default: client.transmit(mutate(message, messages, &random))
                }
                peerTraffic(server, &random)
            }
            answered += clients.reduce(0) { $0 + $1.receivedBytes().count }
            relayed += server.takePeerDatagrams().count
            most = max(most, server.allocationCount)
            #expect(server.allocationCount == server.control.allocationCount)
            #expect(server.openSocketCount >= server.allocationCount)
            #expect(server.openSocketCount + server.heldSocketCount <= 40)
            if round % 5 == 0 { server.advance(by: .seconds(Int64.random(in: 0...200, using: &random))) }
            if round % 60 == 0 { server.tell(.disconnected(Client(client.tuple, socket: 0)), client.worker) }
        }
        #expect(answered > 1000)
        #expect(relayed > 10)
        #expect(most > 1)
        // In the end everything ends.
        server.advance(by: .seconds(4000))
        #expect(server.allocationCount == 0)
        #expect(server.openSocketCount == 0)
        #expect(server.heldSocketCount == 0)
        #expect(server.control.allocationCount == 0)
        // Every port is there again.
        let last = try (0..<12).map { index in
            try ScriptedClient(
                of: server,
                user: "v\(index)",
                port: 7000 + UInt16(index),
                lifetime: .seconds(1_000_000)
            ).allocate(additional: .ipv6)
        }
        #expect(last.allSatisfy { $0.isSuccess && $0.all(XORRelayedAddress.self).count == 2 })
    }

    private func peerTraffic(_ server: ServerUnderTest, _ random: inout SeededRandom) {
        let port = UInt16.random(in: 50_000...50_019, using: &random)
        let isV6 = Bool.random(using: &random)
        let relayed = Endpoint(isV6 ? ServerUnderTest.v6.address : ServerUnderTest.v4.address, port)
        let peer: Endpoint = isV6 ? .peerV6 : .peer
        let data = [UInt8](repeating: 9, count: Int.random(in: 0...40, using: &random))
        server.receiveFromPeer(data, from: peer, atRelayed: relayed)
        let error = ICMPError(
            type: UInt8.random(in: 0...255, using: &random),
            code: UInt8.random(in: 0...255, using: &random),
            data: UInt32.random(in: 0 ... .max, using: &random)
        )
        server.receiveICMP(error, about: peer, atRelayed: relayed)
    }

    /// Whatever is sent, an error after authentication is signed, and one before is not.
    @Test func everyAnswerIsSignedOrChallenges() throws {
        var random = SeededRandom(seed: 9)
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server, lifetime: .seconds(1_000_000))
        var codes: Set<Int> = []
        for round in 0..<5000 {
            let bytes = try signedNonsense(client, &random)
            guard let answer = try client.exchange(bytes) else { continue }
            if let code = answer.code { codes.insert(code) }
            // PASSWORD-ALGORITHM is judged before the key is known (RFC 8489 §9.2.4).
            let isEarly = answer.integrity == nil && answer.code == 400
            let isSigned = answer.isSigned(by: try client.key)
            #expect(isEarly || isSigned)
            if round % 8 == 0 { try client.refresh(0) }
            if round % 100 == 0 { server.advance(by: .seconds(30)) }
            if round % 1000 == 0 { try client.learnNonce() }
        }
        #expect(codes.isSuperset(of: [400, 437, 440, 442, 443, 508]))
    }
}
