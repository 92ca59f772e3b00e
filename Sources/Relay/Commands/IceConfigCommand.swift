import Arguments
import HTTPSClient
import JSON
import SansIO

/// `castrelay ice-config URL`.
struct IceConfigCommand {
    /// The result for other programs.
    private struct Result: Encodable {
        var url: String
        var usable: Bool
        var servers: [IceConfigInspection.Row]
        /// How long the credential holds, in seconds.
        var secondsLeft: Int64?
        var findings: [Finding]
    }

    private let invocation: Invocation
    private let surroundings: Surroundings

    init(_ invocation: Invocation, _ surroundings: Surroundings) {
        self.invocation = invocation
        self.surroundings = surroundings
    }

    func perform() throws(UsageError) -> CommandOutcome {
        let text = invocation.operands.first ?? ""
        guard let place = EndpointURL(text) else {
            // A password in it stays out of logs.
            let got = text.contains("@") ? "one with a user's name" : "\"\(text)\""
            let accepted = "accepted: one such as https://relay.example:8443\(IceConfigEndpoint.path)"
            throw UsageError(command: "castrelay ice-config", message: "URL: got \(got); \(accepted)")
        }
        let token = try BearerToken.find(invocation, surroundings, command: "castrelay ice-config")
        let inspection: IceConfigInspection
        do throws(HTTPSFailure) {
            let answers = try ask(place, token)
            inspection = IceConfigInspection(answers, at: surroundings.now)
        } catch {
            inspection = IceConfigInspection(error)
        }
        return outcome(place, inspection, hadToken: token != nil)
    }

    private func ask(_ place: EndpointURL, _ token: String?) throws(HTTPSFailure) -> IceConfigAnswers {
        let client = try HTTPSClient()
        defer { client.stop() }
        var request = HTTPSRequest(url: place.text)
        request.trustedCertificates = invocation.value("ca-file")
        let origin = invocation.value("origin")
        if let origin { request.headers.append(("Origin", origin)) }
        var answers = IceConfigAnswers(
            place: place,
            origin: origin,
            anonymous: try client.perform(request)
        )
        if origin != nil {
            var preflight = request
            preflight.method = "OPTIONS"
            preflight.headers.append(("Access-Control-Request-Method", "GET"))
            preflight.headers.append(("Access-Control-Request-Headers", "authorization"))
            answers.preflight = try client.perform(preflight)
        }
        if let token, place.keepsSecrets {
            request.headers.append(("Authorization", "Bearer \(token)"))
            answers.user = try client.perform(request)
        }
        return answers
    }

    private func outcome(
        _ place: EndpointURL,
        _ found: IceConfigInspection,
        hadToken: Bool
    ) -> CommandOutcome {
        let exitCode = found.isUsable && hadToken ? ExitCode.passed : .failed
        if invocation.has("json") {
            let result = Result(
                url: place.text,
                usable: found.isUsable && hadToken,
                servers: found.rows,
                secondsLeft: found.secondsLeft,
                findings: found.findings
            )
            return CommandOutcome(output: JSONText.encode(result), exitCode: exitCode)
        }
        let style = TerminalStyle(environment: surroundings.environment, isTerminal: surroundings.isTerminal)
        var lines = found.rows.map { row in
            let padding = String(repeating: " ", count: max(1, 52 - row.url.count))
            return "  \(row.url)\(padding)\(row.transport)" + (row.username.map { "  \($0)" } ?? "")
        }
        if !found.rows.isEmpty { lines.insert("a client gets", at: 0) }
        if let left = found.secondsLeft, left > 0 {
            lines.append("  the credential holds for \(CredentialMistake.span(left))")
        }
        if !hadToken {
            lines.append("not asked as a user: give a token with --token-file FILE or CASTRELAY_TOKEN")
        }
        for finding in found.findings {
            let mark = finding.severity == .problem ? style.bad("✗") : style.doubtful("!")
            lines.append("\(mark) \(finding.text)\n    fix: \(finding.fix)")
        }
        if found.findings.isEmpty, hadToken { lines.append("\(style.good("✓")) nothing is wrong with it") }
        return CommandOutcome(output: lines.joined(separator: "\n"), exitCode: exitCode)
    }
}
