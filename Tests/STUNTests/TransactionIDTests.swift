import STUN
import SansIO
import Testing

@Suite struct TransactionIDTests {
    @Test func isDrawnFromTheGeneratorItIsGiven() {
        var (one, two) = (SeededRandom(seed: 1), SeededRandom(seed: 1))
        let first = TransactionID.random(using: &one)
        #expect(first == TransactionID.random(using: &two))
        #expect(first != TransactionID.random(using: &one))
    }
}
