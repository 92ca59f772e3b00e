import EventLoop
import JSON
import SansIO

extension ProbeJudgement {
    /// The certificate of `host`, as it stands at `now`.
    ///
    /// The chain is looked at first, then the name, then the time: who can not be believed may be called anything.
    static func certificate(_ report: CertificateReport, host: String, at now: UnixTime) -> ProbeJudgement {
        guard let own = report.sent.first else {
            return .failed("no certificate was sent", fix: "give the relay --tls-certificate")
        }
        let facts = facts(of: report, own, at: now)
        if let fault = chainFault(report, own) ?? nameFault(report, own, host) ?? timeFault(report, at: now) {
            return fault.with(facts)
        }
        let root = if case .trusted(let root) = report.trust { root } else { "" }
        let left = own.validUntil.seconds - now.seconds
        if left < warningPeriod {
            return .warning(
                "expires in \(CredentialMistake.span(left))",
                fix: "renew the certificate, then send the relay SIGHUP",
                facts
            )
        }
        let what = "\(own.subject) by \(own.issuer), \(left / 86_400) days left, \(report.version)"
        if isMissingFromNativeWebRTC(root) {
            return .warning(
                "\(what); \"\(root)\" is no root of WebRTC builds for iOS before August 2026",
                fix:
                    "use a certificate of another authority, or apps whose WebRTC knows this one; browsers do",
                facts
            )
        }
        return .passed(what, facts)
    }

    /// Renewal by machine is due a month before the end: two weeks before it, it has failed.
    private static let warningPeriod: Int64 = 14 * 86_400

    private static func chainFault(
        _ report: CertificateReport,
        _ own: CertificateReport.Certificate
    ) -> ProbeJudgement? {
        switch report.trust {
        case .trusted: return nil
        case .selfSigned:
            return .failed(
                "the certificate (\(own.subject)) is signed by itself: nobody believes it",
                fix: "use a certificate of a public authority, or name this one with --ca-file"
            )
        case .unknownRoot(let root):
            return .failed(
                "the chain ends at \"\(root)\", an authority that this machine does not believe",
                fix: "use a certificate of a public authority, or name that one's file with --ca-file"
            )
        case .issuerMissing(let issuer) where report.sent.count == 1:
            return .failed(
                "the server sent 1 certificate, its issuer \"\(issuer)\" is not included",
                fix: "give the relay the whole chain: --tls-certificate fullchain.pem, not cert.pem"
            )
        case .issuerMissing(let issuer):
            return .failed(
                "the server sent \(report.sent.count) certificates, and \"\(issuer)\", who signed the last, "
                    + "is not believed here",
                fix: "add what is missing to the chain, or name that authority's file with --ca-file"
            )
        case .refused(let reason):
            return .failed(
                "the chain is refused: \(reason)",
                fix: "order a certificate for a TLS server from a public authority"
            )
        }
    }

    private static func nameFault(
        _ report: CertificateReport,
        _ own: CertificateReport.Certificate,
        _ host: String
    ) -> ProbeJudgement? {
        guard !report.matchesName else { return nil }
        let names = own.names.isEmpty ? "no name at all" : own.names.prefix(4).joined(separator: ", ")
        let more = own.names.count > 4 ? " and \(own.names.count - 4) more" : ""
        return .failed(
            "the certificate is for \(names)\(more), not for \(host)",
            fix: "order a certificate for \(host), or name the server by what its certificate says"
        )
    }

    private static func timeFault(_ report: CertificateReport, at now: UnixTime) -> ProbeJudgement? {
        for certificate in report.sent {
            let what = certificate == report.sent.first ? "the certificate" : "\"\(certificate.subject)\""
            if certificate.validUntil <= now {
                let ago = CredentialMistake.span(now.seconds - certificate.validUntil.seconds)
                return .failed(
                    "\(what) expired \(ago) ago",
                    fix: "renew it, then send the relay SIGHUP; and see why it was not renewed by itself"
                )
            }
            if certificate.validFrom > now {
                let wait = CredentialMistake.span(certificate.validFrom.seconds - now.seconds)
                return .failed(
                    "\(what) is valid only in \(wait)",
                    fix: "check the clock of this machine, then the certificate"
                )
            }
        }
        return nil
    }

    /// libwebrtc's own list of roots, for apps, has neither Let's Encrypt's nor Amazon's.
    private static func isMissingFromNativeWebRTC(_ root: String) -> Bool {
        let missing = ["ISRG Root X1", "ISRG Root X2"] + (1...4).map { "Amazon Root CA \($0)" }
        return missing.contains(root)
    }

    private static func facts(
        of report: CertificateReport,
        _ own: CertificateReport.Certificate,
        at now: UnixTime
    ) -> [String: JSONValue] {
        var facts: [String: JSONValue] = [
            "version": .string(report.version),
            "matchesName": .bool(report.matchesName),
            "names": .array(own.names.map { .string($0) }),
            "daysLeft": .integer((own.validUntil.seconds - now.seconds) / 86_400),
            "chain": .array(
                report.sent.map { certificate in
                    [
                        "subject": .string(certificate.subject),
                        "issuer": .string(certificate.issuer),
                        "validUntil": .integer(certificate.validUntil.seconds),
                    ]
                }
            ),
        ]
        if case .trusted(let root) = report.trust { facts["root"] = .string(root) }
        return facts
    }
}
