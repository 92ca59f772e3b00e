import SansIO
import Testing

@testable import Relay

@Suite struct RecordBudgetTests {
    @Test func writesSoManyASecondAndTellsOfTheRest() {
        var budget = RecordBudget(perSecond: 3)
        let start = Instant(nanoseconds: 5_000_000_000)
        let first = (0..<8).map { budget.admit(at: start + .milliseconds(100 * $0)).isAdmitted }
        #expect(first == [true, true, true, false, false, false, false, false])
        let next = budget.admit(at: start + .seconds(1))
        #expect(next.isAdmitted)
        #expect(next.suppressed == 5)
        #expect(budget.admit(at: start + .seconds(1)).suppressed == 0)
    }
}
