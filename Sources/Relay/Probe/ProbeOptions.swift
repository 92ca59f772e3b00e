import Arguments
import EventLoop
import SansIO
import YAML

/// What the command line and the environment say about a probe.
struct ProbeOptions {
    static let all: [CommandOption] =
        [
            CommandOption(
                "username",
                .value("NAME"),
                about: "User name of a credential that you were given."
            ),
            CommandOption(
                "credential-file",
                .value("FILE"),
                about: "File with its credential; or set CASTRELAY_CREDENTIAL."
            ),
            CommandOption("timeout", .value("TIME"), about: "How long to wait for each answer; 5s."),
            CommandOption("every", .value("TIME"), about: "Probe again and again until interrupted."),
        ] + BearerToken.options

    /// Nil for once.
    let every: Duration?
    let targets: [ProbeTarget]
    private let timeout: Duration
    private let invocation: Invocation
    private let surroundings: Surroundings

    init(_ invocation: Invocation, _ surroundings: Surroundings) throws(UsageError) {
        self.invocation = invocation
        self.surroundings = surroundings
        guard !invocation.operands.isEmpty else {
            throw Self.error("nothing to probe: give a host, a turn: URI, or the URL of ice-config")
        }
        var targets: [ProbeTarget] = []
        for text in invocation.operands {
            do throws(ProbeTarget.Mistake) { targets.append(try ProbeTarget(text)) } catch {
                throw Self.error(error.description)
            }
        }
        self.targets = targets
        timeout =
            try Self.time("timeout", .milliseconds(100)...(.seconds(60)), of: invocation) ?? .seconds(5)
        every = try Self.time("every", .seconds(1)...(.seconds(86_400)), of: invocation)
    }

    /// The settings, with the files read that they name.
    func settings(_ source: ConfigurationSource) throws(ProbeRefusal) -> ProbeSettings {
        var settings = ProbeSettings()
        settings.timeout = timeout
        settings.credential = try credential(source)
        do throws(UsageError) {
            settings.token = try BearerToken.find(invocation, surroundings, command: "castrelay probe")
        } catch {
            throw .usage(error)
        }
        guard let path = invocation.value("ca-file") else { return settings }
        settings.trust = .file(path)
        do throws(TLSError) { _ = try TLSClientContext(trust: settings.trust) } catch {
            throw .usage(Self.error("--ca-file: \(error); accepted: a PEM file of certificates"))
        }
        return settings
    }

    private func credential(_ source: ConfigurationSource) throws(ProbeRefusal) -> ProbeCredential {
        if let username = invocation.value("username") {
            guard let password = try text("credential-file", or: "CASTRELAY_CREDENTIAL") else {
                throw .usage(
                    Self.error(
                        "--username without its credential; give --credential-file FILE or set CASTRELAY_CREDENTIAL"
                    )
                )
            }
            let given = ProbeCredential.given(username: username, password: password)
            guard given.credential(at: UnixTime(seconds: 0)) != nil else {
                throw .usage(
                    Self.error("--username: \(quoted(username)) is no user name that STUN can carry")
                )
            }
            return given
        }
        guard namesSecret else { return .none }
        do throws(ConfigurationProblems) {
            return .secrets(try source.load(requiringSecret: true).configuration.secrets)
        } catch {
            throw .configuration(error)
        }
    }

    private var namesSecret: Bool {
        let variables = ["CASTRELAY_SECRETS", "CASTRELAY_SECRET_FILE", "CASTRELAY_CONFIG"]
        return invocation.has("secret-file") || invocation.has("config")
            || variables.contains { surroundings.environment[$0]?.isEmpty == false }
    }

    /// From the environment, or from a file without the line feed that ends it.
    private func text(_ option: String, or variable: String) throws(ProbeRefusal) -> String? {
        if let text = surroundings.environment[variable], !text.isEmpty { return text }
        guard let path = invocation.value(option) else { return nil }
        do throws(FileContents.Failure) {
            let text = String(decoding: try FileContents(path: path, limit: 1 << 16).bytes, as: UTF8.self)
            guard let last = text.last, last.isNewline else { return text }
            return String(text.dropLast())
        } catch {
            throw .usage(Self.error("--\(option): \(error)"))
        }
    }

    private static func time(
        _ option: String,
        _ range: ClosedRange<Duration>,
        of invocation: Invocation
    ) throws(UsageError) -> Duration? {
        guard let text = invocation.value(option) else { return nil }
        do throws(ValueRefusal) { return try ValueForm<Duration>.duration(range).read(text) } catch {
            throw self.error("--\(option): \(error)")
        }
    }

    private static func error(_ message: String) -> UsageError {
        UsageError(command: "castrelay probe", message: message)
    }
}
