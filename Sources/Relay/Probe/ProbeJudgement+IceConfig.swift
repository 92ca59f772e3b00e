import JSON

extension ProbeJudgement {
    /// What an endpoint gives its clients; a person who gave no token learns that it takes one.
    static func iceConfig(_ inspection: IceConfigInspection, hadToken: Bool) -> ProbeJudgement {
        var facts: [String: JSONValue] = [
            "urls": .array(inspection.rows.map { .string($0.url) }),
            "findings": .array(
                inspection.findings.map { finding in
                    [
                        "severity": .string(finding.severity.rawValue), "text": .string(finding.text),
                        "fix": .string(finding.fix),
                    ]
                }
            ),
        ]
        if let left = inspection.secondsLeft { facts["secondsLeft"] = .integer(left) }
        if let problem = inspection.findings.first(where: { $0.severity == .problem }) {
            return .failed(printable(problem.text), fix: problem.fix, facts)
        }
        guard hadToken else {
            return .failed(
                "it answers, to signed-in users alone",
                fix: "give the access token of one: --token-file FILE or CASTRELAY_TOKEN",
                facts
            )
        }
        if let doubt = inspection.findings.first {
            return .warning(printable(doubt.text), fix: doubt.fix, facts)
        }
        let validity = inspection.secondsLeft.map { ", a credential for \(CredentialMistake.span($0))" }
        return .passed("\(inspection.rows.count) URLs\(validity ?? "")", facts)
    }
}
