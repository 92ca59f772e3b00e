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
            let result = try Self.run(plan, secret, onCPU: cpu)
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

    /// On a thread of its own, which alone is tied to the CPU and whose processor time is the generator's.
    private static func run(_ plan: BenchPlan, _ secret: SharedSecret?, onCPU cpu: Int?) throws -> BenchResult
    {
        let run = try BenchRun(plan, secret: secret)
        let outcome = Locked<Result<BenchResult, any Error>?>(nil)
        let thread = try LoopThread(name: "bench", cpu: cpu) {
            let result = Result { try run.perform() }
            outcome.withLock { $0 = result }
        }
        thread.join()
        guard let result = outcome.withLock({ $0 }) else { throw BenchFailure("the generator did not end") }
        return try result.get()
    }

    /// Who watches is told what the seconds are spent on.
    private func announce(_ plan: BenchPlan) {
        guard surroundings.isTerminal, !invocation.has("json") else { return }
        let text =
            "\(plan.clients) clients at \(plan.server), about \(plan.duration.secondsRoundedUp + 1) s …\n"
        _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}
