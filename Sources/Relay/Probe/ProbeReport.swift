import JSON
import SansIO

/// All that a probe found, for programs; `ProbeText` shows it to a person.
struct ProbeReport: Encodable, Sendable {
    /// One leg.
    struct Leg: Encodable, Sendable {
        /// The kind of leg.
        var leg: String
        /// What a person reads: "turn udp 3478".
        var name: String
        var host: String
        var address: String?
        var port: UInt16?
        var transport: String?
        var outcome: String
        var detail: String
        var fix: String?
        var milliseconds: JSONValue?
        var facts: [String: JSONValue]?
    }

    var passed: Bool
    /// One sentence.
    var verdict: String
    /// The name of the first leg that failed.
    var firstFailure: String?
    /// What to do first.
    var fix: String?
    /// When the probe ended, in Unix seconds.
    var time: Int64
    var legs: [Leg]

    init(_ findings: [ProbeFinding], at time: UnixTime) {
        let verdict = ProbeVerdict(findings)
        passed = verdict.isPassed
        self.verdict = verdict.sentence
        firstFailure = verdict.firstFailure?.leg.label
        fix = verdict.fix
        self.time = time.seconds
        legs = findings.map { finding in
            Leg(
                leg: finding.leg.kind.rawValue,
                name: finding.leg.label,
                host: finding.host,
                address: finding.address?.description,
                port: finding.leg.port,
                transport: finding.leg.transport.map { "\($0)" },
                outcome: finding.outcome.rawValue,
                detail: finding.judgement.detail,
                fix: finding.judgement.fix,
                milliseconds: finding.elapsed?.milliseconds,
                facts: finding.judgement.facts.isEmpty ? nil : finding.judgement.facts
            )
        }
    }
}
