import STUN
import SansIO
import Testing

/// Seeded mutation of the sample messages: nothing may trap, and what is accepted must be stable.
@Suite struct MutationTests {
    /// One message changed in one to four places, cut or extended.
    private func mutated(_ message: [UInt8], using random: inout SeededRandom) -> [UInt8] {
        var bytes = message
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard !bytes.isEmpty else { break }
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[index] = .random(in: 0...255, using: &random)
            case 2: bytes[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            case 3: bytes.remove(at: index)
            case 4: bytes.insert(.random(in: 0...255, using: &random), at: index)
            case 5: bytes.removeLast(Int.random(in: 0...min(12, bytes.count), using: &random))
            case 6: bytes.append(contentsOf: bytes[index...].prefix(24))
            default:
                // A number of an attribute's type or length, aligned.
                let start = 20 + index / 4 * 4
                if start + 3 < bytes.count {
                    bytes[start + 1] = .random(in: 0...0x30, using: &random)
                    bytes[start + 3] = .random(in: 0...40, using: &random)
                }
            }
        }
        // Half of the time the length is put right, so that the attributes are reached.
        if bytes.count >= 20, Bool.random(using: &random) {
            bytes.removeLast(bytes.count % 4)
            bytes[2] = UInt8(truncatingIfNeeded: (bytes.count - 20) >> 8)
            bytes[3] = UInt8(truncatingIfNeeded: bytes.count - 20)
        }
        return bytes
    }

    @Test(arguments: Fixture.messageNames)
    func mutatedMessagesAreReadOrRefused(_ name: String) throws {
        let sample = try Fixture.message(name)
        var random = SeededRandom(seed: 0x5354_554E)
        let key = Array("VOkJxbRl1RmTxUk/WvJxBt".utf8)
        let client = try #require(Endpoint("192.0.2.7:7"))
        let server = try #require(Endpoint("192.0.2.1:3478"))
        let responder = BindingResponder(
            discovery: DiscoveryEndpoints(primary: server, alternatePort: 3479)
        )
        var (accepted, authentic, answered) = (0, 0, 0)
        for _ in 0..<6000 {
            let bytes = mutated(sample, using: &random)
            guard let message = try? MessageView(bytes.span) else { continue }
            accepted += 1
            if message.verifyIntegrity(key: key.span) { authentic += 1 }
            _ = message.verifyFingerprint()
            _ = message.unknownAttributes { _ in false }
            _ = BindingResponse(message, to: message.transactionID)
            if let reply = responder.reply(to: message, from: client, at: server) {
                answered += 1
                _ = try MessageView(reply.bytes.span)
            }
            for attribute in AnyAttribute.all {
                guard let range = message.value(of: attribute.type) else { continue }
                let outcome = attribute.judge(Array(bytes[range]), message.transactionID)
                #expect(outcome != .unstable, "\(attribute.type) in \(HexEncoding.encode(bytes))")
            }
        }
        #expect(accepted > 300 && authentic < accepted)
        #expect(answered > 0 || sample[0] != 0)
    }

    /// All decoders against random values, most of them short.
    @Test func randomValuesAreReadOrRefused() {
        var random = SeededRandom(seed: 8489)
        var stable: Set<UInt16> = []
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...(Bool.random(using: &random) ? 24 : 64), using: &random)
            let value = (0..<count).map { _ in
                Bool.random(using: &random)
                    ? UInt8.random(in: 0...4, using: &random) : .random(in: 0...255, using: &random)
            }
            for attribute in AnyAttribute.all {
                let outcome = attribute.judge(value, TransactionID(3, 4))
                #expect(outcome != .unstable, "\(attribute.type): \(HexEncoding.encode(value))")
                if outcome == .stable { stable.insert(attribute.type.rawValue) }
            }
        }
        #expect(stable.count == AnyAttribute.all.count)
    }

    @Test func randomNoncesAreNeverFresh() throws {
        var random = SeededRandom(seed: 9)
        let issuer = NonceIssuer(keys: [[1]], lifetime: .seconds(600), features: [])
        let client = try #require(Endpoint("192.0.2.7:7"))
        let nonce = issuer.issue(to: client, at: UnixTime(seconds: 1_000_000))
        for _ in 0..<10_000 {
            let bytes = mutated(nonce, using: &random)
            let verdict = issuer.check(bytes.span, from: client, at: UnixTime(seconds: 1_000_000))
            #expect(verdict == .stale || bytes == nonce)
            _ = SecurityFeatures(nonce: bytes.span)
            _ = TimeLimitedUsername(String(decoding: bytes, as: UTF8.self))
        }
    }
}
