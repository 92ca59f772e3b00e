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
        guard let url = invocation.operands.first, url.hasPrefix("https://") || url.hasPrefix("http://")
        else {
            throw error(
                "URL is missing; accepted: one such as https://relay.example:8443\(IceConfigEndpoint.path)"
            )
        }
        let token = try BearerToken.find(invocation, surroundings, command: "castrelay ice-config")
        let inspection: IceConfigInspection
        do throws(HTTPSFailure) {
            inspection = try inspect(url, token)
        } catch {
            return CommandOutcome(errors: "castrelay ice-config: \(url): \(error)", exitCode: .failed)
        }
        return outcome(url, inspection, hadToken: token != nil)
    }

    private func inspect(_ url: String, _ token: String?) throws(HTTPSFailure) -> IceConfigInspection {
        let client = try HTTPSClient()
        defer { client.stop() }
        var request = HTTPSRequest(url: url)
        request.trustedCertificates = invocation.value("ca-file")
        let origin = invocation.value("origin")
        if let origin { request.headers.append(("Origin", origin)) }
        let anonymous = try client.perform(request)
        var answer: HTTPSResponse?
        if let token {
            request.headers.append(("Authorization", "Bearer \(token)"))
            answer = try client.perform(request)
        }
        return IceConfigInspection(
            url: url,
            answer: answer,
            anonymous: anonymous,
            origin: origin,
            at: surroundings.now
        )
    }

    private func outcome(_ url: String, _ found: IceConfigInspection, hadToken: Bool) -> CommandOutcome {
        let exitCode = found.isUsable && hadToken ? ExitCode.passed : .failed
        if invocation.has("json") {
            let result = Result(
                url: url,
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
        lines.insert(found.rows.isEmpty ? "no servers" : "a client gets", at: 0)
        if let left = found.secondsLeft, left > 0 {
            lines.append("  the credential holds for \(CredentialMistake.span(left))")
        }
        if !hadToken {
            lines = ["not asked as a user: give a token with --token-file FILE or CASTRELAY_TOKEN"]
        }
        for finding in found.findings {
            let mark = finding.severity == .problem ? style.bad("✗") : style.doubtful("!")
            lines.append("\(mark) \(finding.text)\n    fix: \(finding.fix)")
        }
        if found.findings.isEmpty, hadToken { lines.append("\(style.good("✓")) nothing is wrong with it") }
        return CommandOutcome(output: lines.joined(separator: "\n"), exitCode: exitCode)
    }

    private func error(_ message: String) -> UsageError {
        UsageError(command: "castrelay ice-config", message: message)
    }
}
