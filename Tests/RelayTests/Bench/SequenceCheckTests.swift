import Testing

@testable import Relay

@Suite struct SequenceCheckTests {
    private func verdicts(_ sequences: [UInt64]) -> [SequenceCheck.Verdict] {
        var check = SequenceCheck()
        return sequences.map { check.note($0) }
    }

    @Test func findsNothingWrongWithOrder() {
        #expect(verdicts([0, 1, 2]) == [.ahead(missing: 0), .ahead(missing: 0), .ahead(missing: 0)])
    }

    @Test func countsWhatIsMissing() {
        #expect(verdicts([2, 6]) == [.ahead(missing: 2), .ahead(missing: 3)])
    }

    @Test func tellsLateFromDoubled() {
        #expect(verdicts([0, 2, 1, 1, 2, 0]).suffix(4) == [.late, .duplicate, .duplicate, .duplicate])
    }

    @Test func remembersTheLast64() {
        #expect(verdicts([0, 63, 0]).last == .duplicate)
        #expect(verdicts([0, 64, 0]).last == .late)
        #expect(verdicts([0, 64, 1, 1]).suffix(2) == [.late, .duplicate])
    }

    @Test func forgetsWhatLiesBeforeAGreatGap() {
        #expect(verdicts([0, 1_000_000, 999_999, 999_999]).suffix(2) == [.late, .duplicate])
    }
}
