import SansIO
import Testing

@Suite struct LatencyHistogramTests {
    @Test func hasNoQuantileOfNothing() {
        #expect(LatencyHistogram().quantile(0.5) == nil)
    }

    @Test(arguments: [0, 1, 31, 32, 33, 63, 64, 1_000, 123_456_789, UInt64(1) << 40, .max - 1, .max])
    func tellsAValueWithinA32nd(_ value: UInt64) throws {
        var histogram = LatencyHistogram()
        histogram.record(value)
        let told = try #require(histogram.quantile(0.5))
        #expect(told >= value)
        #expect(told - value <= value / 32)
    }

    @Test(arguments: [(0.0, 1), (0.5, 50), (0.99, 99), (1.0, 100), (7.0, 100), (-1.0, 1)])
    func tellsTheValueThatTheShareDoesNotExceed(_ quantile: Double, _ expected: UInt64) throws {
        var histogram = LatencyHistogram()
        for value in 1...100 { histogram.record(UInt64(value)) }
        let told = try #require(histogram.quantile(quantile))
        #expect(told >= expected && told <= expected + expected / 32)
        #expect(histogram.count == 100)
    }
}
