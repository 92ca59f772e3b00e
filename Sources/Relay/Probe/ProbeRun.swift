import EventLoop
import SansIO

/// Carries a probe out: leg after leg, on the calling thread.
final class ProbeRun {
    let loop: ClientLoop
    let settings: ProbeSettings
    private(set) var findings: [ProbeFinding] = []
    private(set) var isInterrupted = false
    private let observer: ProbeObserver
    private let signals: SignalDescriptor?

    /// A probe that SIGINT and SIGTERM end, when `signals` takes them.
    init(
        _ settings: ProbeSettings,
        signals: SignalDescriptor? = nil,
        observer: ProbeObserver = ProbeObserver()
    ) throws(SystemError) {
        self.settings = settings
        self.observer = observer
        self.signals = signals
        loop = try ClientLoop()
        guard let signals else { return }
        let watch = DescriptorWatch(signals.fileDescriptor) { [unowned self] _ in
            if signals.next() != nil { isInterrupted = true }
        }
        try loop.add(watch)
    }

    /// Probes everything that was named and returns what was found.
    func perform(_ targets: [ProbeTarget]) throws(SystemError) -> [ProbeFinding] {
        findings = []
        for plan in ProbePlan.plans(for: targets) {
            observer.host(plan.host)
            try ServerProbe(plan, settings.credential, self).perform()
        }
        for case .iceConfig(let place) in targets { try perform(iceConfig: place) }
        return findings
    }

    private func perform(iceConfig place: EndpointURL) throws(SystemError) {
        observer.host(place.host)
        var servers = IceConfigServers()
        try find(ProbeLeg(.iceConfig), of: place.host) { () throws(SystemError) in
            let (judgement, found) = try fetchServers(from: place)
            servers = found
            return judgement
        }
        for server in servers.entries {
            let targets = server.uris.map { ProbeTarget.server($0) }
            for plan in ProbePlan.plans(for: targets) {
                observer.host(plan.host)
                try ServerProbe(plan, server.credential, self).perform()
            }
        }
    }

    /// Waits until `condition` holds; false when the time is over, or somebody has ended the probe.
    @discardableResult
    func wait(_ time: Duration, until condition: () -> Bool = { false }) throws(SystemError) -> Bool {
        let holds = try loop.run(until: loop.now + time) { condition() || isInterrupted }
        return holds && !isInterrupted
    }

    /// Tries one leg and takes note of what is found.
    @discardableResult
    func find(
        _ leg: ProbeLeg,
        of host: String,
        at address: IPAddress? = nil,
        by attempt: () throws(SystemError) -> ProbeJudgement
    ) throws(SystemError) -> ProbeJudgement {
        observer.begins(leg)
        let start = loop.now
        let judgement = isInterrupted ? .skipped("interrupted") : try attempt()
        let elapsed = judgement.outcome == .skipped ? nil : judgement.measured ?? loop.now - start
        note(
            ProbeFinding(leg: leg, host: host, address: address, judgement: judgement, elapsed: elapsed)
        )
        return judgement
    }

    /// Takes note of a leg that is not tried.
    func skip(_ leg: ProbeLeg, of host: String, at address: IPAddress? = nil, _ reason: String) {
        note(ProbeFinding(leg: leg, host: host, address: address, judgement: .skipped(reason)))
    }

    private func note(_ finding: ProbeFinding) {
        // What stopped in the middle shows nothing.
        guard !isInterrupted else { return }
        findings.append(finding)
        observer.found(finding)
    }
}
