internal import SansIO
internal import VirtualNetwork

/// The links between a device and a prover, and what they are asked to do together.
struct ProvedPath {
    /// Away from the device, in order.
    let links: [LinkName]
    private let conditions: [NetworkWiring.LinkPair]

    init(_ plan: LabPlan, from device: Int, to prover: ProverPlan) {
        var links: [LinkName] = [.device(device)]
        var segment = plan.wiring.devices[device].segment
        let target = plan.wiring.devices.lastIndex { $0.addresses == prover.addresses }
        let end = target.map { plan.wiring.devices[$0].segment }
        while segment != end, let index = plan.wiring.segments[segment].gateway {
            let router = plan.wiring.routers[index]
            if case .namespace(let inside, let outside) = router.kind {
                links += [.device(inside), .device(outside)]
            } else {
                links.append(.router(index))
            }
            segment = router.uplink
        }
        self.links = links
        conditions = links.map { plan.conditions(of: $0) }
    }

    /// What one direction is asked to do; the way down is that of the last link first.
    func direction(_ direction: LinkDirection) -> [LinkConditions] {
        conditions.map { direction == .up ? $0.up : $0.down }
    }

    /// How long a packet travels one way, before anything that it waits for.
    func delay(_ direction: LinkDirection) -> Duration {
        self.direction(direction).reduce(.zero) { $0 + $1.delay }
    }

    /// How long a small packet takes there and its answer back.
    var roundTrip: Duration {
        delay(.up) + delay(.down) + sendingTime(.up, bytes: 60) + sendingTime(.down, bytes: 100)
    }

    /// How long the links take to send a packet, one after the other.
    func sendingTime(_ direction: LinkDirection, bytes: Int) -> Duration {
        self.direction(direction).reduce(.zero) { sum, link in
            guard case .bitsPerSecond(let rate) = link.rate, rate > 0 else { return sum }
            return sum + .nanoseconds(Int64(UInt64(bytes) * 8_000_000_000 / rate))
        }
    }

    /// The greatest deviation from the delay that jitter makes likely.
    func jitter(_ direction: LinkDirection) -> Duration {
        self.direction(direction).reduce(.zero) { sum, link in
            switch link.jitter {
            case .none: sum
            case .uniform(let most): sum + most
            case .normal(let deviation): sum + deviation * 2
            }
        }
    }

    /// The share of packets lost one way, bursts included.
    func lostShare(_ direction: LinkDirection) -> Double {
        1
            - self.direction(direction).reduce(1.0) { kept, link in
                var share = 1 - link.loss.share
                if let bursts = link.bursts {
                    let good = Double(bursts.meanGood.wholeNanoseconds)
                    let bad = Double(bursts.meanBad.wholeNanoseconds)
                    let lost = good * bursts.lossInGood.share + bad * bursts.lossInBad.share
                    share *= 1 - lost / (good + bad)
                }
                return kept * share
            }
    }

    var lostShare: Double { 1 - (1 - lostShare(.up)) * (1 - lostShare(.down)) }

    /// The lowest rate of a direction in bits a second; nil for none, or for one that follows a trace.
    func rate(_ direction: LinkDirection) -> UInt64? {
        let rates = self.direction(direction).compactMap { link -> UInt64? in
            guard case .bitsPerSecond(let rate) = link.rate else { return nil }
            return rate
        }
        return rates.min()
    }

    /// The smallest MTU of a direction, in bytes.
    func mtu(_ direction: LinkDirection) -> Int? {
        self.direction(direction).compactMap { $0.mtu?.bytes }.min()
    }
}
