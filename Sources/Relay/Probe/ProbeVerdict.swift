import SansIO

/// What a probe comes to: one sentence, the first leg that is broken, and what to do about it first.
struct ProbeVerdict: Hashable, Sendable {
    let sentence: String
    /// The first leg that failed, in the order in which legs build on one another.
    let firstFailure: ProbeFinding?
    /// Of the first failure, or of the first warning where nothing failed.
    let fix: String?

    var isPassed: Bool { firstFailure == nil }

    init(_ findings: [ProbeFinding]) {
        firstFailure = findings.first { $0.outcome == .failed }
        let firstWarning = findings.first { $0.outcome == .warning }
        fix = (firstFailure ?? firstWarning)?.judgement.fix
        sentence =
            if let failure = firstFailure {
                Self.broken(failure, findings)
            } else {
                Self.whole(findings)
            }
    }

    // MARK: Nothing failed

    private static func whole(_ findings: [ProbeFinding]) -> String {
        let warnings = findings.filter { $0.outcome == .warning }
        let doubts =
            warnings.isEmpty
            ? "."
            : "; \(warnings.count == 1 ? "one warning" : "\(warnings.count) warnings"), "
                + "first \(warnings[0].leg.label): \(warnings[0].judgement.detail)."
        let transports = transports(findings, .turn, .passed)
        guard transports.isEmpty else { return "works over \(list(transports))\(doubts)" }
        guard let turn = findings.first(where: { $0.leg.kind == .turn }) else {
            return transportsOfSTUN(findings).isEmpty
                ? "nothing could be tried\(doubts)" : "STUN works\(doubts)"
        }
        return "the server answers, and relaying was not tried: \(turn.judgement.detail)\(doubts)"
    }

    private static func transportsOfSTUN(_ findings: [ProbeFinding]) -> [TransportProtocol] {
        transports(findings, .stun, .passed)
    }

    // MARK: Something failed

    private static func broken(_ failure: ProbeFinding, _ findings: [ProbeFinding]) -> String {
        switch failure.leg.kind {
        case .iceConfig: "clients get no servers from ice-config: they cast directly or not at all."
        case .dns: "nobody finds \(failure.host): \(failure.judgement.detail)."
        case .stun, .certificate, .turn: transport(failure, findings)
        case .echo, .relayToRelay:
            "allocations come about, and two of them do not reach each other: such casts stay black."
        case .credential: "the server answers and refuses the credential: nobody is relayed."
        case .clock: "it relays now, but credentials end too early or too late: clocks are apart."
        case .relayedAddress: "it relays from an address that nobody reaches: relayed casts stay black."
        case .relayPorts:
            "allocations come about, and their ports are not reached from outside: relayed casts stay black."
        case .deniedPeers: "it relays, and it is an open door into networks that it should keep shut."
        case .strangers: "it relays for anybody: it will be abused."
        }
    }

    /// Which transports are left, and where they do not do.
    private static func transport(_ failure: ProbeFinding, _ findings: [ProbeFinding]) -> String {
        let working = transports(findings, .turn, .passed)
        guard !working.isEmpty else {
            let isTried = findings.contains { $0.leg.kind == .turn }
            guard isTried else { return "\(failure.leg.label) fails: \(failure.judgement.detail)." }
            let answering = findings.contains { $0.leg.kind == .turn && $0.judgement.facts["code"] == 401 }
            return answering
                ? "\(failure.leg.label) fails; elsewhere the server answers, and relaying was not tried."
                : "nobody is relayed, over no transport."
        }
        let broken = TransportProtocol.allCases.filter { transport in
            !working.contains(transport)
                && findings.contains {
                    $0.leg.transport == transport && [.failed, .warning].contains($0.outcome)
                }
        }
        return "works over \(list(working)); \(consequence(of: broken, failure))."
    }

    /// What the transports that are missing are needed for.
    private static func consequence(of broken: [TransportProtocol], _ failure: ProbeFinding) -> String {
        if broken.contains(.udp) { return "without UDP casts get slower and freeze where packets are lost" }
        if broken.contains(.tls) { return "will FAIL where only TLS passes, as on 443" }
        if broken.contains(.tcp) { return "will FAIL where UDP is blocked and plain TCP is all there is" }
        return "will FAIL for clients that come by \(failure.leg.label)"
    }

    private static func transports(
        _ findings: [ProbeFinding],
        _ kind: ProbeLeg.Kind,
        _ outcome: ProbeJudgement.Outcome
    ) -> [TransportProtocol] {
        TransportProtocol.allCases.filter { transport in
            findings.contains {
                $0.leg.kind == kind && $0.leg.transport == transport && $0.outcome == outcome
            }
        }
    }

    /// For instance "UDP, TCP and TLS".
    private static func list(_ transports: [TransportProtocol]) -> String {
        let names = transports.map { "\($0)".uppercased() }
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and \(last)"
    }
}
