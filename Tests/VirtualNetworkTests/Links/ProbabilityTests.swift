import Testing

@testable import VirtualNetwork

struct ProbabilityTests {
    @Test func acceptsSharesFromZeroToOne() {
        #expect(Probability(0) == .never)
        #expect(Probability(1) == .always)
        #expect(Probability(percent: 2) == Probability(0.02))
        #expect(Probability(0.25)?.share == 0.25)
        #expect(Probability.always.share == 1)
        for share in [-0.1, 1.0001, .infinity, .nan, -.infinity] { #expect(Probability(share) == nil) }
    }

    @Test func neverMeansNeverAndAlwaysMeansAlways() {
        #expect(!Probability.never.isHit(by: 0))
        #expect(Probability.always.isHit(by: .max))
        #expect(Probability(0.5)?.isHit(by: 1 << 63 - 1) == true)
        #expect(Probability(0.5)?.isHit(by: 1 << 63) == false)
    }
}
