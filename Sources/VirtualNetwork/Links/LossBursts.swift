/// Losses that come in bursts: good and bad intervals take turns on the time axis.
///
/// The model of Gilbert (1960) and Elliott (1963) in continuous time: the lengths of both kinds of interval
/// are drawn from exponential distributions, and a packet meets the state of the instant at which it is
/// offered. So the bad intervals stay where they are, whatever the sender does.
public struct LossBursts: Hashable, Sendable {
    /// How long a good interval lasts on average, at least 100 µs.
    public var meanGood: Duration
    /// How long a bad interval lasts on average, at least 100 µs.
    public var meanBad: Duration
    /// How many of the packets of a good interval are lost.
    public var lossInGood: Probability
    /// How many of the packets of a bad interval are lost.
    public var lossInBad: Probability

    public init(
        meanGood: Duration,
        meanBad: Duration,
        lossInGood: Probability = .never,
        lossInBad: Probability = .always
    ) {
        self.meanGood = meanGood
        self.meanBad = meanBad
        self.lossInGood = lossInGood
        self.lossInBad = lossInBad
    }

    /// Bad intervals that together take `badShare` of the time; nil when that is all of it or none.
    public init?(badShare: Probability, meanBad: Duration) {
        let share = badShare.share
        guard share > 0, share < 1 else { return nil }
        self.init(meanGood: meanBad * ((1 - share) / share), meanBad: meanBad)
    }
}
