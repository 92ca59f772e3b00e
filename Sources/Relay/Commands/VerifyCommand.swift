import Arguments
import JSON
import SansIO

/// `castrelay creds verify`.
struct VerifyCommand {
    /// The verdict for other programs.
    private struct Result: Encodable {
        var valid: Bool
        var mistakes: [String]
        var remarks: [String]
        /// Counted from 1.
        var secret: Int?
        /// Unix seconds.
        var expiry: Int64?
    }

    private let source: ConfigurationSource
    private let invocation: Invocation
    private let surroundings: Surroundings

    init(_ source: ConfigurationSource, _ invocation: Invocation, _ surroundings: Surroundings) {
        self.source = source
        self.invocation = invocation
        self.surroundings = surroundings
    }

    func perform() throws(UsageError) -> CommandOutcome {
        guard let username = invocation.value("username") else {
            throw error("--username is missing: --username NAME")
        }
        let credential = try credential()
        do throws(ConfigurationProblems) {
            let secrets = try source.load(requiringSecret: true).configuration.secrets
            let check = CredentialCheck(
                username: username,
                credential: credential,
                secrets: secrets,
                at: surroundings.now
            )
            return outcome(of: check)
        } catch {
            return CommandOutcome(error)
        }
    }

    /// From the environment, or from a file without the line feed that ends it.
    private func credential() throws(UsageError) -> String {
        if let text = surroundings.environment["CASTRELAY_CREDENTIAL"], !text.isEmpty { return text }
        guard let path = invocation.value("credential-file") else {
            throw error("no credential; give --credential-file FILE or set CASTRELAY_CREDENTIAL")
        }
        do throws(FileContents.Failure) {
            let text = String(decoding: try FileContents(path: path, limit: 4096).bytes, as: UTF8.self)
            guard let last = text.last, last.isNewline else { return text }
            return String(text.dropLast())
        } catch {
            throw self.error("--credential-file: \(error)")
        }
    }

    private func outcome(of check: CredentialCheck) -> CommandOutcome {
        let exitCode = check.isValid ? ExitCode.passed : .failed
        if invocation.has("json") {
            let result = Result(
                valid: check.isValid,
                mistakes: check.mistakes.map(\.description),
                remarks: check.remarks,
                secret: check.secretNumber,
                expiry: check.expiry?.seconds
            )
            return CommandOutcome(output: JSONText.encode(result), exitCode: exitCode)
        }
        let style = TerminalStyle(environment: surroundings.environment, isTerminal: surroundings.isTerminal)
        let lines =
            [check.isValid ? style.good("valid") + validity(of: check) : style.bad("not valid")]
            + check.mistakes.map { "  \(style.bad("✗")) \($0)" }
            + check.remarks.map { "  - \($0)" }
        return CommandOutcome(output: lines.joined(separator: "\n"), exitCode: exitCode)
    }

    private func validity(of check: CredentialCheck) -> String {
        guard let expiry = check.expiry else { return "" }
        return " for another \(CredentialMistake.span(expiry.seconds - surroundings.now.seconds))"
    }

    private func error(_ message: String) -> UsageError {
        UsageError(command: "castrelay creds verify", message: message)
    }
}
