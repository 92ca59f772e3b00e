import Arguments
import EventLoop
import Glibc
import JSON
import STUN
import SansIO

/// `castrelay bench`.
struct BenchCommand {
    private let source: ConfigurationSource
    private let invocation: Invocation
    private let surroundings: Surroundings

    init(_ source: ConfigurationSource, _ invocation: Invocation, _ surroundings: Surroundings) {
        self.source = source
        self.invocation = invocation
        self.surroundings = surroundings
    }

    func perform() throws(UsageError) -> CommandOutcome {
        let options = BenchOptions(invocation)
        let plan = try options.plan()
        let cpu = try options.cpu()
        let secret: SharedSecret?
        var warnings = ""
        do throws(ConfigurationProblems) {
            if plan.mode == .direct {
                secret = nil
            } else {
                let loaded = try source.load(requiringSecret: true)
                secret = loaded.configuration.secrets.first
                warnings = loaded.warnings.map(\.description).joined(separator: "\n")
            }
        } catch {
            return CommandOutcome(error)
        }
        announce(plan)
        do {
            try DescriptorLimit.raise()
            let run = try BenchRun(plan, secret: secret)
            // A thread of its own: it alone is tied to the CPU, and its processor time is the generator's.
            let result = try LoopThread.perform(name: "bench", cpu: cpu) { try run.perform() }
            let report = BenchReport(plan, result)
            return CommandOutcome(
                output: invocation.has("json") ? report.json : report.text,
                errors: warnings,
                exitCode: result.isClean ? .passed : .failed
            )
        } catch {
            return CommandOutcome(errors: "castrelay bench: \(error)", exitCode: .cannotRun)
        }
    }

    /// Who watches is told what the seconds are spent on.
    private func announce(_ plan: BenchPlan) {
        guard surroundings.isTerminal, !invocation.has("json") else { return }
        let text =
            "\(plan.clients) clients at \(plan.server), about \(plan.duration.secondsRoundedUp + 1) s …\n"
        _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}
