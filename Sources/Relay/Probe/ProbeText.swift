import Arguments
import JSON
import SansIO

/// A probe's findings for a person, line by line as they come.
struct ProbeText: Sendable {
    let style: TerminalStyle

    /// Room for what was found, before the time it took.
    private static let detailWidth = 48

    func heading(_ host: String) -> String { style.bold(host) }

    /// One leg: a line, and a second one when there is something to do.
    func lines(_ finding: ProbeFinding) -> [String] {
        let label = finding.leg.label.padded(to: ProbeLeg.labelWidth)
        var line = "  \(label)  \(mark(finding.outcome)) "
        let elapsed = finding.leg.isTimed ? finding.elapsed : nil
        let time = elapsed.map { Self.right($0.millisecondsText, 9) } ?? ""
        let detail = finding.judgement.detail
        line += time.isEmpty ? detail : detail.padded(to: Self.detailWidth) + style.faint(time)
        if finding.outcome == .skipped {
            return [style.faint("  \(label)  \(finding.outcome.mark) \(detail)")]
        }
        guard let fix = finding.judgement.fix else { return [line] }
        return [line, String(repeating: " ", count: ProbeLeg.labelWidth + 6) + "fix: \(fix)"]
    }

    /// A leg that is under way.
    func progress(_ leg: ProbeLeg) -> String {
        style.faint("  \(leg.label.padded(to: ProbeLeg.labelWidth))  …")
    }

    /// The last lines.
    func verdict(_ verdict: ProbeVerdict) -> [String] {
        let sentence = "Verdict: \(verdict.sentence)"
        var lines = [verdict.isPassed ? style.good(sentence) : style.bad(sentence)]
        if let fix = verdict.fix { lines.append("First fix: \(fix)") }
        return lines
    }

    /// One round of many: how it went, and what is other than in the round before.
    func round(_ findings: [ProbeFinding], after previous: [ProbeFinding], at time: UnixTime) -> String {
        let changes = ProbeChange.changes(from: previous, to: findings)
        var line = "\(Self.clock(time))  \(mark(Self.worst(findings))) \(Self.tally(findings))"
        if let roundTrip = Self.roundTrip(findings) { line += "  rtt \(roundTrip)" }
        guard !changes.isEmpty else { return line }
        let texts = changes.map { change in
            let text = "\(change.label): \(change.text)"
            return change.isWorse ? style.bad(text) : style.good(text)
        }
        return line + "  " + texts.joined(separator: "; ")
    }

    private func mark(_ outcome: ProbeJudgement.Outcome) -> String {
        switch outcome {
        case .passed: style.good(outcome.mark)
        case .warning: style.doubtful(outcome.mark)
        case .failed: style.bad(outcome.mark)
        case .skipped: style.faint(outcome.mark)
        }
    }

    private static func worst(_ findings: [ProbeFinding]) -> ProbeJudgement.Outcome {
        if findings.contains(where: { $0.outcome == .failed }) { return .failed }
        return findings.contains { $0.outcome == .warning } ? .warning : .passed
    }

    /// As in "12 passed, 1 failed".
    private static func tally(_ findings: [ProbeFinding]) -> String {
        let words: [(ProbeJudgement.Outcome, String)] = [
            (.passed, "passed"), (.warning, "doubtful"), (.failed, "failed"), (.skipped, "skipped"),
        ]
        let counts = words.compactMap { outcome, word in
            let count = findings.count { $0.outcome == outcome }
            return count > 0 ? "\(count) \(word)" : nil
        }
        return counts.joined(separator: ", ")
    }

    /// Of the first echo that came back.
    private static func roundTrip(_ findings: [ProbeFinding]) -> String? {
        let echo = findings.first { $0.judgement.facts["rttMedianMilliseconds"] != nil }
        guard let milliseconds = echo?.judgement.facts["rttMedianMilliseconds"]?.number else { return nil }
        return Duration.microseconds(milliseconds * 1000).millisecondsText
    }

    /// The time of day, UTC.
    private static func clock(_ time: UnixTime) -> String {
        let second = ((time.seconds % 86_400) + 86_400) % 86_400
        let parts = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return parts.joined(separator: ":") + "Z"
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 0)) + text
    }
}

extension ProbeJudgement.Outcome {
    var mark: String {
        switch self {
        case .passed: "✓"
        case .warning: "!"
        case .failed: "✗"
        case .skipped: "–"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - count, 0))
    }
}
