import Arguments
import Relay
import SansIO
import Testing

@Suite struct CastRelayTests {
    private let secret = "0123456789abcdef0123456789abcdef"

    private func perform(
        _ line: String,
        environment: [String: String] = [:],
        isTerminal: Bool = false,
        run: CastRelay.Run? = nil
    ) -> CommandOutcome {
        let surroundings = Surroundings(
            environment: environment.merging(["CASTRELAY_SECRETS": secret]) { given, _ in given },
            now: UnixTime(seconds: 1_787_270_400),
            processorCount: 2,
            interfaces: [IPAddress(127, 0, 0, 1), IPAddress(10, 0, 0, 12)],
            isTerminal: isTerminal
        )
        let words = line.split(separator: " ").map(String.init)
        return CastRelay.perform(words, in: surroundings, run: run)
    }

    @Test func checksAndTellsWhatIsAdvertisedAndFits() {
        let outcome = perform("check --external-ip 203.0.113.5 --allow-peer 127.0.0.0/8")
        #expect(outcome.exitCode == .passed)
        #expect(outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines[0] == "The configuration is good.")
        #expect(lines.contains("  listen       10.0.0.12"))
        #expect(lines.contains("  advertise    203.0.113.5 for 10.0.0.12"))
        #expect(lines.contains("  allocations  200 at once; 200 relay ports on each relay address"))
        #expect(lines.contains("  secrets      1 from CASTRELAY_SECRETS"))
        #expect(lines.contains { $0.hasPrefix("  external-ip ") && $0.hasSuffix("  --external-ip") })
        #expect(lines.contains { $0.hasPrefix("  port  ") && $0.hasSuffix("  default") })
        #expect(lines.last?.contains("127.0.0.0/8 lets users reach services of this machine") == true)
        #expect(!outcome.output.contains(secret))
    }

    @Test func checksForPrograms() {
        let outcome = perform("check --json --external-ip 203.0.113.5")
        #expect(outcome.exitCode == .passed)
        for text in [#""valid" : true"#, #""secretCount" : 1"#, #""advertised" : "203.0.113.5""#] {
            #expect(outcome.output.contains(text), "\(text) not in \(outcome.output)")
        }
        #expect(!outcome.output.contains(secret))
    }

    @Test func refusesABadConfigurationWithTwo() {
        let outcome = perform("check --port 0 --workers none")
        #expect(outcome.exitCode == .usage)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.errors == """
                --port: got "0"; accepted: a whole number from 1 to 65535
                --workers: got "none"; accepted: a whole number from 1 to 64
                """
        )
    }

    @Test func refusesABadConfigurationForPrograms() {
        let outcome = perform("check --port 0 --json")
        #expect(outcome.exitCode == .usage)
        for text in [#""valid" : false"#, #""origin" : "--port""#, #""path" : "port""#] {
            #expect(outcome.output.contains(text), "\(text) not in \(outcome.output)")
        }
    }

    @Test func colorsOnATerminalUnlessAskedNotTo() {
        #expect(perform("check", isTerminal: true).output.contains("\u{1B}["))
        #expect(!perform("check").output.contains("\u{1B}["))
        #expect(
            !perform("check", environment: ["NO_COLOR": "1"], isTerminal: true).output.contains("\u{1B}[")
        )
    }

    @Test func answersWrongUsageWithTwo() {
        let outcome = perform("check --prot 1")
        #expect(outcome.exitCode == .usage)
        #expect(outcome.errors.hasPrefix("castrelay check: unknown option --prot; did you mean --port?"))
    }

    @Test(arguments: ["check", "creds", "creds mint", "creds verify", "run", ""])
    func offersHelpForEveryCommand(_ command: String) {
        let outcome = perform("\(command) --help", run: { _, _ in .passed })
        #expect(outcome.exitCode == .passed)
        #expect(outcome.output.contains("Usage: castrelay"))
        #expect(outcome.output.contains("Example") || command == "creds" || command.isEmpty)
    }

    @Test func printsItsVersion() {
        #expect(perform("--version").output == "castrelay \(CastRelay.version)")
    }

    @Test func runsWithTheConfiguration() {
        let outcome = perform("run --port 3479") { loaded, _ in
            loaded.configuration.port == 3479 && loaded.configuration.workers == 2 ? .failed : .internalError
        }
        #expect(outcome.exitCode == .failed)
    }

    @Test func doesNotRunABadConfiguration() {
        let outcome = perform("run --port 0") { _, _ in .passed }
        #expect(outcome.exitCode == .usage)
        #expect(outcome.errors.hasPrefix("--port: got"))
    }

    @Test func hasNoCommandRunUntilThereIsARelay() {
        let outcome = perform("run")
        #expect(outcome.exitCode == .usage)
        #expect(outcome.errors.hasPrefix(#"castrelay: unknown command "run""#))
    }
}
