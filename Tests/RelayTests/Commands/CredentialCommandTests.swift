import Arguments
import Relay
import SansIO
import Testing

@Suite struct CredentialCommandTests {
    private let secret = "5a6f4e3d2c1b0a998877665544332211"
    private let credential = "QWys3c6uNVWKWKYKmo2l1HPZhh4="

    private func perform(_ words: [String], environment: [String: String] = [:]) -> CommandOutcome {
        let surroundings = Surroundings(
            environment: environment.merging(["CASTRELAY_SECRETS": secret]) { given, _ in given },
            now: UnixTime(seconds: 1_787_270_400)
        )
        return CastRelay.perform(words, in: surroundings)
    }

    @Test func mintsWhatOthersMint() {
        let outcome = perform(["creds", "mint", "--user", "alice", "--ttl", "1h"])
        let expected = """
            username    1787274000:alice
            credential  \(credential)
            valid for   1h
            """
        #expect(outcome == CommandOutcome(output: expected))
    }

    @Test func mintsForPrograms() {
        let outcome = perform(["creds", "mint", "--user", "alice", "--json"])
        #expect(outcome.output.contains(#""username" : "1787317200:alice""#))
        #expect(outcome.output.contains(#""ttl" : 46800"#))
    }

    @Test func mintsWithTheFirstLineOfAFile() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("\(secret)\nanother secret of some length\n", to: "secret")
        let words = ["creds", "mint", "--user", "alice", "--ttl", "1h", "--secret-file", file]
        #expect(perform(words, environment: ["CASTRELAY_SECRETS": ""]).output.contains(credential))
    }

    @Test(arguments: [
        ([], "--user is missing: --user USER"),
        (["--user", "alice", "--ttl", "0s"], "--ttl: got \"0s\"; accepted: a time from 1s to 720h"),
        (["--user", "a\nb"], "--user: got \"a\\nb\"; accepted: text of 1 to 488 bytes"),
        (["--user", "alice", "--secret", "x"], "unknown option --secret; did you mean --secret-file?"),
    ])
    func refusesToMint(_ words: [String], _ message: String) {
        let outcome = perform(["creds", "mint"] + words)
        #expect(outcome.exitCode == .usage)
        #expect(outcome.errors.hasPrefix("castrelay creds mint: \(message)"), "\(outcome.errors)")
    }

    @Test func verifiesACredentialOfTheEnvironment() {
        let words = ["creds", "verify", "--username", "1787274000:alice"]
        let outcome = perform(words, environment: ["CASTRELAY_CREDENTIAL": credential])
        #expect(outcome == CommandOutcome(output: "valid for another 1 h"))
    }

    @Test func verifiesACredentialOfAFileAndForgivesItsLastLineFeed() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("\(credential)\n", to: "credential")
        let outcome = perform([
            "creds", "verify", "--username", "1787274000:alice", "--credential-file", file,
        ])
        #expect(outcome.exitCode == .passed)
    }

    @Test func exitsWithOneAndNamesEveryMistake() {
        let words = ["creds", "verify", "--username", "1787270390:alice"]
        let outcome = perform(words, environment: ["CASTRELAY_CREDENTIAL": "nonsense!"])
        #expect(outcome.exitCode == .failed)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0] == "not valid")
        #expect(lines[1].hasPrefix("  ✗ expired 10 s ago"))
        #expect(lines[2].hasPrefix("  ✗ no base64 text"))
    }

    @Test func verifiesForPrograms() {
        let words = ["creds", "verify", "--json", "--username", "1787274000:alice"]
        let outcome = perform(words, environment: ["CASTRELAY_CREDENTIAL": credential])
        for text in [#""valid" : true"#, #""secret" : 1"#, #""expiry" : 1787274000"#, #""mistakes" : ["#] {
            #expect(outcome.output.contains(text), "\(text) not in \(outcome.output)")
        }
    }

    @Test(arguments: [
        (["--username", "1:a"], "no credential; give --credential-file FILE or set CASTRELAY_CREDENTIAL"),
        ([], "--username is missing: --username NAME"),
        (
            ["--username", "1:a", "--credential", "x"],
            "unknown option --credential; did you mean --credential-file?"
        ),
        (
            ["--username", "1:a", "--credential-file", "/nonexistent"],
            "--credential-file: cannot read \"/nonexistent\""
        ),
    ])
    func refusesToVerify(_ words: [String], _ message: String) {
        let outcome = perform(["creds", "verify"] + words)
        #expect(outcome.exitCode == .usage)
        #expect(outcome.errors.hasPrefix("castrelay creds verify: \(message)"), "\(outcome.errors)")
    }
}
