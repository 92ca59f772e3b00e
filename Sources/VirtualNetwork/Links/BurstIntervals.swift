/// The good and bad intervals of `LossBursts`, one after the other on the time axis.
///
/// They depend on the random numbers and the two means alone: asked again with the same, the same intervals
/// come. The first is good or bad as often as any instant is.
struct BurstIntervals {
    /// 100 µs; with shorter ones a look after an idle hour would be a walk over millions of them.
    private static let shortestMean: Nanoseconds = 100_000

    private let random: CounterRandom
    private let meanGood: Nanoseconds
    private let meanBad: Nanoseconds
    private var index: UInt64 = 0
    private(set) var isBad: Bool
    private var end: Nanoseconds

    /// The intervals from time 0 on, with mean lengths in nanoseconds.
    init(_ random: CounterRandom, meanGood: Nanoseconds, meanBad: Nanoseconds) {
        self.random = random
        self.meanGood = max(meanGood, Self.shortestMean)
        self.meanBad = max(meanBad, Self.shortestMean)
        var row = random.row(.max)
        let both = self.meanGood.plus(self.meanBad)
        isBad = row.next().multipliedFullWidth(by: both).high < self.meanBad
        end = 0
        end = length(of: 0)
    }

    /// Walks to the interval that holds `time`; time never goes back.
    mutating func advance(to time: Nanoseconds) {
        while end <= time, end != .never {
            index += 1
            isBad.toggle()
            end = end.plus(length(of: index))
        }
    }

    private func length(of index: UInt64) -> Nanoseconds {
        var row = random.row(index)
        return Self.exponential(mean: isBad ? meanBad : meanGood, &row)
    }

    /// A number from the exponential distribution, by comparisons alone (von Neumann, 1951).
    ///
    /// No logarithm, so that every machine computes the same; at least 1, so that the walk gets on.
    static func exponential(mean: Nanoseconds, _ row: inout CounterRandom.Row) -> Nanoseconds {
        var whole: UInt64 = 0
        while true {
            let first = row.next()
            var (previous, length) = (first, 1)
            var draw = row.next()
            while draw < previous {
                (previous, length) = (draw, length + 1)
                draw = row.next()
            }
            if length % 2 == 1 {
                return max(1, mean.times(whole).plus(mean.multipliedFullWidth(by: first).high))
            }
            whole += 1
        }
    }
}
