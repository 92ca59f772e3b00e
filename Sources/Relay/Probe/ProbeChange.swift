import SansIO

/// A leg that went otherwise than in the round before.
struct ProbeChange: Hashable, Sendable {
    var label: String
    /// As in "✓ → ✗ nobody listens on TCP 3478 at 192.0.2.1".
    var text: String
    var isWorse: Bool

    /// What makes a leg the same in both rounds.
    private struct Key: Hashable {
        var leg: ProbeLeg
        var host: String
        var address: IPAddress?
    }

    /// Legs whose outcome differs, in the order of the later round.
    ///
    /// One that was skipped in either round is none: it follows from another one.
    static func changes(from previous: [ProbeFinding], to findings: [ProbeFinding]) -> [ProbeChange] {
        let before = Dictionary(previous.map { (key($0), $0.outcome) }) { first, _ in first }
        return findings.compactMap { finding in
            guard let old = before[key(finding)], old != finding.outcome, old != .skipped,
                finding.outcome != .skipped
            else { return nil }
            return ProbeChange(
                label: finding.leg.label,
                text: "\(old.mark) → \(finding.outcome.mark) \(finding.judgement.detail)",
                isWorse: finding.outcome == .failed || (old == .passed && finding.outcome != .passed)
            )
        }
    }

    private static func key(_ finding: ProbeFinding) -> Key {
        Key(leg: finding.leg, host: finding.host, address: finding.address)
    }
}
