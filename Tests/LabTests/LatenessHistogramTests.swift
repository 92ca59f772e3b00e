import Lab
import SansIO
import Testing

struct LatenessHistogramTests {
    private func histogram(_ lateness: [Duration]) -> LatenessHistogram {
        var histogram = LatenessHistogram()
        let due = Instant(nanoseconds: 1_000_000_000)
        for time in lateness { histogram.record(due: due, at: due + time) }
        return histogram
    }

    @Test func aThousandPromptPacketsAreValid() {
        let prompt = histogram([Duration](repeating: .microseconds(40), count: 1000))
        #expect(prompt.isValid && prompt.count == 1000)
        #expect(prompt.quantile(0.5) == .microseconds(40))
    }

    @Test func oneOfAHundredThatIsLateIsInvalid() {
        var times = [Duration](repeating: .microseconds(40), count: 980)
        times += [Duration](repeating: .milliseconds(2), count: 20)
        #expect(!histogram(times).isValid)
    }

    @Test func aFewThatAreVeryLateAreInvalid() {
        var times = [Duration](repeating: .microseconds(40), count: 995)
        times += [Duration](repeating: .milliseconds(9), count: 5)
        let late = histogram(times)
        #expect(!late.isValid)
        #expect(late.greatest == .milliseconds(9))
    }

    @Test func whatComesEarlyIsOnTime() {
        #expect(histogram([.milliseconds(-3)]).greatest == .zero)
        #expect(histogram([]).isValid)
    }
}
