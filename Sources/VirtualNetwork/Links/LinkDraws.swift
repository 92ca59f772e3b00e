/// The random numbers of one direction of a link, one row of them for each knob.
struct LinkDraws {
    let loss: CounterRandom
    let burstLoss: CounterRandom
    let jitter: CounterRandom
    let reordering: CounterRandom
    let duplication: CounterRandom
    private let burstIntervals: CounterRandom

    init(seed: UInt64, link: UInt64, direction: LinkDirection) {
        func random(_ knob: Knob) -> CounterRandom {
            CounterRandom(seed: seed, link: link, direction: direction, knob: knob)
        }
        loss = random(.loss)
        burstIntervals = random(.burstIntervals)
        burstLoss = random(.burstLoss)
        jitter = random(.jitter)
        reordering = random(.reordering)
        duplication = random(.duplication)
    }

    func intervals(_ bursts: LossBursts) -> BurstIntervals {
        BurstIntervals(
            burstIntervals,
            meanGood: Nanoseconds(bursts.meanGood),
            meanBad: Nanoseconds(bursts.meanBad)
        )
    }
}
