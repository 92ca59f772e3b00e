import Testing

@testable import RelayBench

@Suite struct SpreadTests {
    @Test func isNothingOfNothing() {
        #expect(Spread([]) == nil)
        #expect(Spread([nil, 1], over: [1, 0]) == nil)
    }

    @Test(arguments: [([3.0], 3.0, 3.0, 3.0), ([4, 1, 2], 2, 1, 4), ([4, 1, 2, 3], 2.5, 1, 4)])
    func tellsTheMiddleAndTheEnds(_ values: [Double], _ median: Double, _ least: Double, _ most: Double) {
        let spread = Spread(values)
        #expect(spread?.median == median)
        #expect(spread?.least == least)
        #expect(spread?.most == most)
    }

    @Test func comparesValuesOfTheSameRound() {
        #expect(Spread([4, nil, 9], over: [2, 5, 3]) == Spread([2, 3]))
    }
}
