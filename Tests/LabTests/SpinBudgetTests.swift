import SansIO
import Testing

@testable import Lab

struct SpinBudgetTests {
    /// Somebody who spins whenever he may, for 2 µs at a time, after a long rest.
    @Test func allowsAFifthOfAnyHundredMilliseconds() {
        var now = Instant(nanoseconds: 0)
        var budget = SpinBudget(at: now)
        now += .seconds(10)
        // One bit for each 2 µs of half a second.
        var spins: [Bool] = []
        for _ in 0..<250_000 {
            spins.append(budget.spend(2000, at: now))
            now += .microseconds(2)
        }
        let window = 50_000
        var inWindow = spins[..<window].count { $0 }
        var most = inWindow
        for end in window..<spins.count {
            inWindow += (spins[end] ? 1 : 0) - (spins[end - window] ? 1 : 0)
            most = max(most, inWindow)
        }
        #expect(most <= window / 5)
        #expect(most >= window / 8)
    }

    @Test func fillsUpAgainWhileNobodySpins() {
        var now = Instant(nanoseconds: 0)
        var budget = SpinBudget(at: now)
        var granted = [budget.spend(10_000_000, at: now), budget.spend(1000, at: now)]
        now += .milliseconds(1)
        granted += [budget.spend(100_000, at: now), budget.spend(1000, at: now)]
        #expect(granted == [true, false, true, false])
    }
}
