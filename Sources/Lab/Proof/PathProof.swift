internal import EventLoop
internal import SansIO
internal import Scenario
internal import VirtualNetwork

/// Measures one host's path to the internet in both directions and compares it with what its links are asked for.
struct PathProof {
    private let network: LabNetwork
    private let path: ProvedPath
    private let host: LabHost
    private let own: IPAddress
    private let prover: LabHost
    private let server: IPAddress
    private let place: String
    /// Fresh ports for each train of packets, so that no NAT remembers the one before.
    private let firstPort: UInt16

    init(
        _ network: LabNetwork,
        _ path: ProvedPath,
        host: LabHost,
        _ interface: Int,
        _ prover: ProverPlan
    ) throws {
        (self.network, self.path, self.host) = (network, path, host)
        self.prover = try network.host(prover.host)
        server = prover.addresses[0]
        let interface = host.plan.interfaces[interface]
        own = interface.addresses.first { $0.address.family == .v4 }?.address ?? server
        place = "\(host.plan.name)/\(interface.name)"
        firstPort = 7000 + UInt16(clamping: interface.device) * 20
    }

    func findings() throws -> [ProofFinding] {
        let quiet = try both(quietTraffic, ports: 0)
        var findings = quiet.flatMap { direction, outcome in
            [delay(outcome, direction), loss(outcome, direction)]
        }
        let full = try both(fullTraffic, ports: 4)
        findings += full.map { rate($1, $0) }
        findings += try mtu()
        return findings
    }

    /// Runs one train each way at the same time, in the directions for which there is one.
    private func both(
        _ traffic: (LinkDirection) -> TimedTraffic?,
        ports: UInt16
    ) throws -> [(LinkDirection, TimedTraffic.Outcome)] {
        let results = Locked<[LinkDirection: Result<TimedTraffic.Outcome, any Error>]>([:])
        var threads: [LoopThread] = []
        for (index, direction) in LinkDirection.allCases.enumerated() {
            guard let train = traffic(direction) else { continue }
            let port = firstPort + ports + UInt16(index)
            let run = Train(self, train, direction, port)
            threads.append(
                try LoopThread(name: "train") {
                    let result = Result { try run.perform() }
                    results.withLock { $0[direction] = result }
                }
            )
        }
        for thread in threads { thread.join() }
        let found = results.withLock { $0 }
        return try LinkDirection.allCases.compactMap { direction in
            try found[direction].map { (direction, try $0.get()) }
        }
    }

    /// A train and its ends, for a thread of its own.
    private struct Train: @unchecked Sendable {
        private let proof: PathProof
        private let traffic: TimedTraffic
        private let direction: LinkDirection
        private let port: UInt16

        init(_ proof: PathProof, _ traffic: TimedTraffic, _ direction: LinkDirection, _ port: UInt16) {
            (self.proof, self.traffic, self.direction, self.port) = (proof, traffic, direction, port)
        }

        func perform() throws -> TimedTraffic.Outcome {
            let (inside, outside) = (Endpoint(proof.own, port), Endpoint(proof.server, port))
            guard direction == .down else {
                return try traffic.run(from: proof.host, inside, to: proof.prover, outside)
            }
            var answer = traffic
            answer.isAnswer = true
            return try answer.run(from: proof.prover, outside, to: proof.host, inside)
        }
    }

    private func patience(_ direction: LinkDirection) -> Duration {
        path.roundTrip + path.jitter(direction) * 3 + .milliseconds(400)
    }

    // MARK: Delay and loss

    private static let quietBytes = 172

    /// A second at a pace that fills no queue.
    private func quietTraffic(_ direction: LinkDirection) -> TimedTraffic? {
        let bits = UInt64(Self.quietBytes + 28) * 8
        let rate = path.rate(direction).map { max(2, Int($0 * 2 / 5 / bits)) } ?? 400
        var traffic = TimedTraffic(count: min(rate, 400), rate: min(rate, 400), bytes: Self.quietBytes)
        traffic.patience = patience(direction)
        return traffic
    }

    private func delay(_ outcome: TimedTraffic.Outcome, _ direction: LinkDirection) -> ProofFinding {
        let asked = path.delay(direction) + path.sendingTime(direction, bytes: Self.quietBytes + 28)
        let tolerance = Duration.milliseconds(1) + path.jitter(direction)
        guard let found = outcome.delay(0.5) else {
            return ProofFinding(
                place,
                "delay \(direction)",
                asked: asked.inMilliseconds,
                found: "nothing arrived",
                holds: path.lostShare(direction) > 0.99
            )
        }
        return ProofFinding(
            place,
            "delay \(direction)",
            asked: asked.inMilliseconds,
            found: found.inMilliseconds,
            holds: found >= asked - tolerance && found <= asked + tolerance
        )
    }

    /// Within 3.9 standard deviations: one of ten thousand networks would be refused wrongly.
    ///
    /// Bursts keep packets together, which widens that.
    private func loss(_ outcome: TimedTraffic.Outcome, _ direction: LinkDirection) -> ProofFinding {
        let share = path.lostShare(direction)
        let count = Double(outcome.sent)
        let rate = Double(quietTraffic(direction)?.rate ?? 1)
        let burst =
            path.direction(direction).compactMap(\.bursts).map {
                Double($0.meanBad.wholeNanoseconds) / 1e9 * rate
            }.max() ?? 0
        let deviation = (count * share * (1 - share) * (1 + 2 * burst)).squareRoot()
        let bound = share == 0 ? 0 : 3.9 * deviation + 1 + 2 * burst
        let found = Double(outcome.lost)
        return ProofFinding(
            place,
            "loss \(direction)",
            asked: "\(Self.percent(share)) of \(outcome.sent), give or take \(Int(bound))",
            found: "\(outcome.lost)",
            holds: abs(found - count * share) <= bound
        )
    }

    private static func percent(_ share: Double) -> String {
        let hundredths = Int((share * 10_000).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) %"
    }

    // MARK: Rate

    /// What a proof fills: faster links would take the processors for themselves, slower ones too long.
    private static let provedRates: ClosedRange<UInt64> = 200_000...20_000_000

    /// Half as much again as goes through, for a second.
    private func fullTraffic(_ direction: LinkDirection) -> TimedTraffic? {
        guard let rate = path.rate(direction), Self.provedRates.contains(rate),
            path.lostShare(direction) < 0.5
        else { return nil }
        let packets = Double(rate) / 9600 * 1.5 / (1 - path.lostShare(direction))
        var traffic = TimedTraffic(count: Int(packets), rate: Int(packets))
        traffic.patience = patience(direction) + .seconds(1)
        return traffic
    }

    private func rate(_ outcome: TimedTraffic.Outcome, _ direction: LinkDirection) -> ProofFinding {
        let asked = Double(path.rate(direction) ?? 0)
        let seconds = Double(outcome.span.wholeNanoseconds) / 1e9
        let found = seconds > 0 ? Double(outcome.received - 1) * 9600 / seconds : 0
        let slack = Double(path.jitter(direction).wholeNanoseconds) / 1e9 / max(seconds, 0.1)
        return ProofFinding(
            place,
            "rate \(direction)",
            asked: "\(Int(asked / 1000)) kbit/s",
            found: "\(Int(found / 1000)) kbit/s",
            holds: abs(found / asked - 1) <= 0.01 + 2 * slack
        )
    }

    // MARK: MTU

    private func mtu() throws -> [ProofFinding] {
        guard path.lostShare(.up) < 0.5 else { return [] }
        let asked = path.mtu(.up) ?? 1500
        let passes = try train(ofPackets: asked, port: 8).received > 0
        let isBounded = asked < 1500 && asked < host.plan.interfaces[0].mtu
        let exceeds = isBounded ? try train(ofPackets: asked + 4, port: 9).received > 0 : false
        let found = passes ? (exceeds ? "more than \(asked)" : "\(asked)") : "less than \(asked)"
        return [
            ProofFinding(place, "MTU up", asked: "\(asked)", found: found, holds: passes && !exceeds)
        ]
    }

    private func train(ofPackets bytes: Int, port: UInt16) throws -> TimedTraffic.Outcome {
        var traffic = TimedTraffic(count: 6, rate: 100, bytes: bytes - 28)
        traffic.dontFragment = true
        traffic.patience = patience(.up) + path.sendingTime(.up, bytes: bytes * 6)
        return try Train(self, traffic, .up, firstPort + port).perform()
    }
}
