internal import EventLoop
internal import Namespaces
internal import NetworkCheck
internal import SansIO
internal import Scenario
internal import VirtualNetwork

/// Proves before use that a network is the one that was asked for, and leaves it as if nothing had crossed it.
struct NetworkProof {
    let network: LabNetwork
    let description: NetworkDescription
    private let castrelay: String
    /// Timeouts up to this are waited for; zero for none, since that takes as long as they do.
    var longestTimeout = Duration.zero

    /// Whose properties those of the machine are: a run of a network that came late says nothing about it.
    static let engine = "the engine"

    /// A proof of a network that was built of `description`; `castrelay` is the program that answers it.
    init(_ network: LabNetwork, _ description: NetworkDescription, castrelay: String) {
        (self.network, self.description, self.castrelay) = (network, description, castrelay)
    }

    /// Measures everything; five to ten seconds.
    func findings(_ tell: (String) -> Void) throws -> [ProofFinding] {
        let servers = try network.plan.provers.map(startServer)
        defer { for server in servers { server.stop() } }
        tell("asking from behind every router what it does")
        var findings = try routers()
        findings += try twoHostsOnOnePort()
        if longestTimeout > .zero {
            tell("waiting until idle flows are forgotten")
            findings += try lifetimes(upTo: longestTimeout)
        }
        tell("measuring delay, loss, rate and MTU of every access link")
        findings += try paths()
        let report = try network.report()
        findings += report.faults.map { fault in
            ProofFinding(Self.engine, "timing", asked: "p99 below 1 ms", found: fault, holds: false)
        }
        try network.reset()
        return findings
    }

    private func startServer(_ prover: ProverPlan) throws -> ChildProcess {
        let arguments = [
            "run", "--listen", "\(prover.addresses[0])", "--alternate-listen", "\(prover.addresses[1])",
            "--alternate-port", "3479", "--workers", "1", "--log-level", "error",
            "--unauthenticated-answers-per-source", "100000",
            "--unauthenticated-answers-burst", "100000",
        ]
        let child = try network.start(
            Program(path: castrelay, arguments: arguments),
            on: network.host(prover.host)
        )
        guard child.output.line(within: .seconds(10), where: { $0.hasPrefix("ready") }) != nil else {
            throw MachineUnfit(description: "castrelay does not start: \(child.errors.text)")
        }
        return child
    }

    /// One question to one server: from which host, and what has to come out.
    private struct Question: Sendable {
        let host: String
        let address: IPAddress
        let server: Endpoint
        let expected: RouterExpectation
        let pace: DiscoveryPace
    }

    private func routers() throws -> [ProofFinding] {
        let questions = try questions()
        let answers = Locked<[Int: Result<NATFindings, any Error>]>([:])
        var threads: [LoopThread] = []
        for (index, question) in questions.enumerated() {
            let namespace = try network.host(question.host).namespace
            threads.append(
                try LoopThread(name: "proof") {
                    let result = Result {
                        try namespace.enter {
                            try DiscoveryRun.perform(
                                server: question.server,
                                from: question.address,
                                pace: question.pace,
                                seed: UInt64(index + 1)
                            )
                        }
                    }
                    answers.withLock { $0[index] = result }
                }
            )
        }
        for thread in threads { thread.join() }
        let found = answers.withLock { $0 }
        return try questions.enumerated().flatMap { index, question in
            guard let answer = found[index] else { return [ProofFinding]() }
            return RouterProof.findings(question.expected, try answer.get(), host: question.host)
        }
    }

    /// From every interface, every server that is on the way to the internet.
    private func questions() throws -> [Question] {
        var questions: [Question] = []
        for host in description.hosts {
            let own = try network.host(host.name)
            for (place, segment) in host.segments.enumerated() {
                let interface = own.plan.interfaces[place]
                guard let address = interface.addresses.first(where: { $0.address.family == .v4 }) else {
                    continue
                }
                for prover in network.plan.provers {
                    guard
                        let expected = description.expectation(
                            from: host,
                            in: segment,
                            seenFrom: prover.segment
                        ), !expected.routers.isEmpty
                    else { continue }
                    questions.append(
                        Question(
                            host: host.name,
                            address: address.address,
                            server: prover.server,
                            expected: expected,
                            pace: pace(of: interface.device, to: prover)
                        )
                    )
                }
            }
        }
        return questions
    }

    /// Attempts further apart than the path's round trip, and more of them where it loses much.
    func pace(of device: Int, to prover: ProverPlan) -> DiscoveryPace {
        let path = ProvedPath(network.plan, from: device, to: prover)
        var pace = DiscoveryPace()
        pace.interval = max(.milliseconds(150), path.roundTrip * 1.3 + .milliseconds(100))
        pace.spacing = .microseconds(500)
        if path.lostShare > 0.02 { pace.attempts = 12 }
        return pace
    }

    private func paths() throws -> [ProofFinding] {
        var findings: [ProofFinding] = []
        guard
            let prover = network.plan.provers.first(where: { prover in
                description.segment(prover.segment)?.router == nil
            })
        else { return [] }
        for host in description.hosts {
            let own = try network.host(host.name)
            for (place, segment) in host.segments.enumerated() {
                guard
                    let expected = description.expectation(
                        from: host,
                        in: segment,
                        seenFrom: prover.segment
                    ), !expected.routers.isEmpty, expected.passesUDP
                else { continue }
                let path = ProvedPath(network.plan, from: own.plan.interfaces[place].device, to: prover)
                do {
                    findings += try PathProof(network, path, host: own, place, prover).findings()
                } catch let unopened as PathUnopened {
                    let device = "\(host.name)/\(own.plan.interfaces[place].name)"
                    findings.append(
                        ProofFinding(device, "path", asked: "open", found: "\(unopened)", holds: false)
                    )
                }
            }
        }
        return findings
    }
}
