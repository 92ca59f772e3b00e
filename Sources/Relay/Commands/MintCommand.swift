import Arguments
import JSON
import STUN
import SansIO
import YAML

/// `castrelay creds mint`.
struct MintCommand {
    /// The shape that programs expect of a credential service.
    private struct Result: Encodable {
        var username: String
        var credential: String
        /// Seconds.
        var ttl: Int64
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
        guard let user = invocation.value("user") else { throw error("--user is missing: --user USER") }
        let ttl: Duration
        do throws(ValueRefusal) {
            // USERNAME holds fewer than 509 bytes (RFC 8489 §14.3), the timestamp and its colon among them.
            _ = try ValueForm<String>.text(upTo: 488).read(user)
        } catch {
            throw self.error("--user: \(error)")
        }
        do throws(ValueRefusal) {
            let form = ValueForm<Duration>.duration(.seconds(1)...(.seconds(30 * 86400)))
            ttl = try form.read(invocation.value("ttl") ?? "13h")
        } catch {
            throw self.error("--ttl: \(error)")
        }
        do throws(ConfigurationProblems) {
            let loaded = try source.load(requiringSecret: true)
            return outcome(loaded, for: user, ttl: ttl)
        } catch {
            return CommandOutcome(error)
        }
    }

    private func outcome(_ loaded: LoadedConfiguration, for user: String, ttl: Duration) -> CommandOutcome {
        guard let secret = loaded.configuration.secrets.first,
            let username = TimeLimitedUsername(expiry: surroundings.now + ttl, user: user)
        else {
            return CommandOutcome(
                errors: "the clock of this machine shows a time before 1970",
                exitCode: .cannotRun
            )
        }
        let credential = TimeLimitedCredential(username, secret: secret)
        let warnings = loaded.warnings.map(\.description).joined(separator: "\n")
        let result = Result(
            username: username.text,
            credential: credential.password,
            ttl: ttl.components.seconds
        )
        if invocation.has("json") { return CommandOutcome(output: JSONText.encode(result), errors: warnings) }
        let text = """
            username    \(result.username)
            credential  \(result.credential)
            valid for   \(ttl.quantityText)
            """
        return CommandOutcome(output: text, errors: warnings)
    }

    private func error(_ message: String) -> UsageError {
        UsageError(command: "castrelay creds mint", message: message)
    }
}
