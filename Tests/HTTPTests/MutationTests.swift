import HTTP
import SansIO
import Testing

/// Inputs that nobody thought of, made from the corpora: nothing traps, every connection comes to its end, and
/// cuts make no difference.
struct MutationTests {
    /// A few bytes changed, removed, repeated, or exchanged for a part of another input.
    private func mutated(
        _ input: [UInt8],
        _ others: [[UInt8]],
        _ random: inout SeededRandom
    ) -> [UInt8] {
        var bytes = input
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.remove(at: index)
            case 3: bytes.insert(bytes[index], at: index)
            case 4: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random) / 4)
            default:
                guard let other = others.randomElement(using: &random), !other.isEmpty else { break }
                let start = Int.random(in: other.indices, using: &random)
                bytes.insert(contentsOf: other[start..<min(other.count, start + 24)], at: index)
            }
        }
        return bytes
    }

    private func cuts(_ bytes: [UInt8], _ random: inout SeededRandom) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...20, using: &random))
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }

    @Test(arguments: 0..<8) func requests(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let corpus = HTTPCorpus.all.map(\.bytes)
        var limits = HTTPLimits()
        limits.outgoingBytes = 200
        limits.bodyBytes = 60
        for _ in 0..<400 {
            let input = mutated(corpus.randomElement(using: &random) ?? [], corpus, &random)
            let whole = HTTPConversation([input[...]], limits: limits)
            #expect(whole.ending == .closed)
            #expect(HTTPConversation(cuts(input, &random), limits: limits) == whole)
        }
    }

    @Test(arguments: 0..<8) func frames(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let corpus = WebSocketCorpus.all.map(\.bytes)
        var limits = WebSocketLimits()
        limits.heldBackBytes = 300
        limits.messageBytes = 150
        for _ in 0..<400 {
            let input = mutated(corpus.randomElement(using: &random) ?? [], corpus, &random)
            let whole = WebSocketServerConversation([input[...]], limits: limits)
            #expect(whole.ending == .closed)
            #expect(whole.closure != nil)
            #expect(whole.frames != nil)
            #expect(WebSocketServerConversation(cuts(input, &random), limits: limits) == whole)
        }
    }
}
