import Arguments
import EventLoop
import Glibc
import JSON
import SansIO

/// `castrelay probe`; it shows what it finds while it goes on.
struct ProbeCommand {
    private let source: ConfigurationSource
    private let invocation: Invocation
    private let surroundings: Surroundings
    private let text: ProbeText

    init(_ source: ConfigurationSource, _ invocation: Invocation, _ surroundings: Surroundings) {
        self.source = source
        self.invocation = invocation
        self.surroundings = surroundings
        text = ProbeText(
            style: TerminalStyle(environment: surroundings.environment, isTerminal: surroundings.isTerminal)
        )
    }

    func perform() throws(UsageError) -> CommandOutcome {
        let options = try ProbeOptions(invocation, surroundings)
        let settings: ProbeSettings
        do throws(ProbeRefusal) { settings = try options.settings(source) } catch { return error.outcome }
        // Whoever reads the output may go; allocations are given back all the same.
        signal(SIGPIPE, SIG_IGN)
        do throws(SystemError) {
            let signals = try SignalDescriptor([.interrupt, .terminate])
            if let every = options.every {
                return try repeatedly(options.targets, settings, every: every, signals)
            }
            return try once(options.targets, settings, signals)
        } catch {
            return CommandOutcome(errors: "castrelay probe: \(error)", exitCode: .cannotRun)
        }
    }

    private var isJSON: Bool { invocation.has("json") }

    // MARK: Once

    private func once(
        _ targets: [ProbeTarget],
        _ settings: ProbeSettings,
        _ signals: SignalDescriptor
    ) throws(SystemError) -> CommandOutcome {
        let run = try ProbeRun(settings, signals: signals, observer: isJSON ? ProbeObserver() : observer)
        let findings = try run.perform(targets)
        guard !run.isInterrupted else {
            return CommandOutcome(errors: "castrelay probe: interrupted", exitCode: .failed)
        }
        let verdict = ProbeVerdict(findings)
        let output =
            isJSON
            ? JSONText.encode(ProbeReport(findings, at: WallClock.now()))
            : text.verdict(verdict).joined(separator: "\n")
        return CommandOutcome(output: output, exitCode: verdict.isPassed ? .passed : .failed)
    }

    /// Shows each leg when it is known, and on a terminal the one that is under way.
    private var observer: ProbeObserver {
        let isLive = surroundings.isTerminal && surroundings.environment["TERM"] != "dumb"
        let eraser = isLive ? "\r\u{1B}[K" : ""
        var observer = ProbeObserver()
        observer.host = { [text] in CastRelay.write(eraser + text.heading($0), to: STDOUT_FILENO) }
        observer.found = { [text] finding in
            CastRelay.write(eraser + text.lines(finding).joined(separator: "\n"), to: STDOUT_FILENO)
        }
        if isLive {
            observer.begins = { [text] leg in
                CastRelay.write(eraser + text.progress(leg), to: STDOUT_FILENO, ending: "")
            }
        }
        return observer
    }

    // MARK: Again and again

    private func repeatedly(
        _ targets: [ProbeTarget],
        _ settings: ProbeSettings,
        every interval: Duration,
        _ signals: SignalDescriptor
    ) throws(SystemError) -> CommandOutcome {
        let first = try ProbeRun(settings, signals: signals, observer: isJSON ? ProbeObserver() : observer)
        var previous: [ProbeFinding] = []
        var hasFailed = false
        var run = first
        while true {
            let start = run.loop.now
            let findings = try run.perform(targets)
            guard !run.isInterrupted else { break }
            hasFailed = hasFailed || !ProbeVerdict(findings).isPassed
            show(findings, after: previous, isFirst: run === first)
            previous = findings
            try run.wait(max(.zero, start + interval - run.loop.now))
            guard !run.isInterrupted else { break }
            if run === first { run = try ProbeRun(settings, signals: signals) }
        }
        return CommandOutcome(exitCode: hasFailed ? .failed : .passed)
    }

    private func show(_ findings: [ProbeFinding], after previous: [ProbeFinding], isFirst: Bool) {
        let now = WallClock.now()
        let line =
            if isJSON {
                JSONText.line(ProbeReport(findings, at: now))
            } else if isFirst {
                text.verdict(ProbeVerdict(findings)).joined(separator: "\n")
            } else {
                text.round(findings, after: previous, at: now)
            }
        CastRelay.write(line, to: STDOUT_FILENO)
    }
}
