import JSON
import SansIO

/// What a probe comes to: one sentence, the first leg that is broken, and what to do about it first.
struct ProbeVerdict: Hashable, Sendable {
    let sentence: String
    /// The first leg that failed, in the order in which legs build on one another; but a credential that is
    /// refused goes before all, since then no transport is of use.
    let firstFailure: ProbeFinding?
    /// Of the first failure, or of the first warning where nothing failed.
    let fix: String?

    var isPassed: Bool { firstFailure == nil }

    init(_ findings: [ProbeFinding]) {
        let failures = findings.filter { $0.outcome == .failed }
        firstFailure = failures.first { $0.leg.kind == .credential } ?? failures.first
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
        let relaying = transports(findings, .turn, .passed)
        guard relaying.isEmpty else { return "works over \(list(relaying))\(doubts)" }
        if findings.contains(where: { $0.leg.kind == .turn && $0.judgement.facts["code"] != nil }) {
            return "the server answers; relaying was not tried\(doubts)"
        }
        let overSTUN = transports(findings, .stun, .passed)
        return overSTUN.isEmpty
            ? "nothing could be tried\(doubts)" : "STUN works over \(list(overSTUN))\(doubts)"
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
            let isAnswering = findings.contains { $0.leg.kind == .turn && $0.judgement.facts["code"] == 401 }
            return isAnswering
                ? "\(failure.leg.label) fails; elsewhere the server answers, and relaying was not tried."
                : "the relay is reached over no transport: nobody is relayed."
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

    /// As in "UDP, TCP and TLS".
    private static func list(_ transports: [TransportProtocol]) -> String {
        let names = transports.map { "\($0)".uppercased() }
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and \(last)"
    }
}
