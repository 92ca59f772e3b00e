import Arguments
import JSON

/// `castrelay check`.
struct CheckCommand {
    /// Why a configuration is refused, for other programs.
    private struct Refusal: Encodable {
        struct Problem: Encodable {
            var origin: String
            var path: String
            var message: String
        }

        var valid = false
        var problems: [Problem]
    }

    private let source: ConfigurationSource
    private let invocation: Invocation
    private let surroundings: Surroundings

    init(_ source: ConfigurationSource, _ invocation: Invocation, _ surroundings: Surroundings) {
        self.source = source
        self.invocation = invocation
        self.surroundings = surroundings
    }

    func perform() -> CommandOutcome {
        do throws(ConfigurationProblems) {
            let loaded = try source.load()
            _ = try loaded.certificateContext()
            _ = try loaded.keySet()
            let report = CheckReport(loaded, interfaces: surroundings.interfaces)
            if invocation.has("json") { return CommandOutcome(output: JSONText.encode(report)) }
            let style = TerminalStyle(
                environment: surroundings.environment,
                isTerminal: surroundings.isTerminal
            )
            return CommandOutcome(output: report.text(style))
        } catch {
            guard invocation.has("json") else { return CommandOutcome(error) }
            let problems = error.problems.map {
                Refusal.Problem(origin: $0.origin.description, path: $0.path, message: $0.message)
            }
            return CommandOutcome(output: JSONText.encode(Refusal(problems: problems)), exitCode: .usage)
        }
    }
}
