import Arguments
import Testing

@Suite struct CommandTests {
    private let program = Command(
        "relay",
        about: "A relay.",
        subcommands: [
            Command(
                "run",
                about: "Relay packets.",
                options: [
                    CommandOption("config", .value("FILE"), about: "File to read."),
                    CommandOption("listen", .list("IP"), about: "Where to listen."),
                    CommandOption("json", about: "Print JSON."),
                    CommandOption("secret-file", .value("FILE"), about: "Secrets."),
                ],
                examples: ["relay run --config relay.yaml"]
            ),
            Command(
                "creds",
                about: "Credentials.",
                subcommands: [
                    Command(
                        "mint",
                        about: "Make one.",
                        options: [CommandOption("user", .value("USER"), about: "For whom.")],
                        examples: ["relay creds mint --user alice"]
                    )
                ]
            ),
            Command(
                "probe",
                about: "Test.",
                operands: ["URL", "MORE…"],
                examples: ["relay probe turn:host"]
            ),
            Command("show", about: "Show.", operands: ["NAME"]),
        ]
    )

    private func parse(_ line: String) throws -> Invocation {
        let words = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        guard case .run(let invocation) = try program.parse(words, version: "1.2") else {
            throw UsageError(command: "", message: "printed instead")
        }
        return invocation
    }

    private func failure(_ words: [String]) -> String? {
        do {
            _ = try program.parse(words, version: "1.2")
            return nil
        } catch {
            return error.message
        }
    }

    @Test func findsNestedCommands() throws {
        let invocation = try parse("creds mint --user alice")
        #expect(invocation.path == ["creds", "mint"])
        #expect(invocation.value("user") == "alice")
    }

    @Test func takesValuesAttachedAndApart() throws {
        #expect(try parse("run --config a=b.yaml") == parse("run --config=a=b.yaml"))
        #expect(try parse("run --config=a=b.yaml").value("config") == "a=b.yaml")
    }

    @Test func gathersListsFromCommasAndRepetition() throws {
        #expect(try parse("run --listen a,b --json --listen=c").values("listen") == ["a", "b", "c"])
        #expect(try parse("run").values("listen") == nil)
    }

    @Test func knowsWhetherAFlagWasGiven() throws {
        #expect(try parse("run --json").has("json"))
        #expect(try !parse("run").has("json"))
    }

    @Test func takesEverythingAfterTwoDashesAsOperands() throws {
        #expect(try parse("probe -- --x -y").operands == ["--x", "-y"])
    }

    @Test(arguments: [
        (["run", "--confg", "f"], "unknown option --confg; did you mean --config?"),
        (["run", "--secret", "hunter2"], "unknown option --secret; did you mean --secret-file?"),
        (["run", "--zzzzzz"], "unknown option --zzzzzz"),
        (["run", "-config"], "unknown option -config; did you mean --config?"),
        (["run", "--config"], "--config needs a value: --config FILE"),
        (["run", "--config="], "--config needs a value: --config FILE"),
        (["run", "--config", "--json"], "--config needs a value: --config FILE"),
        (["run", "--config=a", "--config=b"], "--config was given twice"),
        (["run", "--json=yes"], "--json takes no value"),
        (["run", "extra"], "unexpected argument \"extra\""),
        (["rnu"], "unknown command \"rnu\"; did you mean run?"),
        (["dance"], "unknown command \"dance\"; accepted: run, creds, probe, show"),
        ([], "a command is missing; accepted: run, creds, probe, show"),
        (["creds"], "a command is missing; accepted: mint"),
        (["show"], "NAME is missing"),
        (["probe"], "URL is missing"),
    ])
    func refuses(_ words: [String], _ message: String) {
        #expect(failure(words) == message)
    }

    @Test func doesNotRepeatASecretGivenAsAnArgument() {
        #expect(failure(["run", "--secret=hunter2"])?.contains("hunter2") == false)
    }

    @Test func pointsToTheHelpOfTheCommandThatFailed() {
        do {
            _ = try program.parse(["creds", "mint", "--usr", "x"], version: "1.2")
            Issue.record("accepted")
        } catch {
            let expected = """
                relay creds mint: unknown option --usr; did you mean --user?
                See: relay creds mint --help
                """
            #expect(error.description == expected)
            #expect(error.exitCode == .usage)
        }
    }

    @Test func printsHelpWithAnExample() throws {
        guard case .print(let text) = try program.parse(["creds", "mint", "--help"], version: "1.2") else {
            Issue.record("ran")
            return
        }
        let expected = """
            Make one.

            Usage: relay creds mint [options]

            Options:
              --user USER  For whom.
              --help       Print this text.
              --version    Print the version.

            Example:
              relay creds mint --user alice
            """
        #expect(text == expected)
    }

    @Test func printsTheCommandsOfAGroup() throws {
        guard case .print(let text) = try program.parse(["-h"], version: "1.2") else {
            Issue.record("ran")
            return
        }
        #expect(text.contains("Usage: relay COMMAND [options]"))
        #expect(text.contains("  creds  Credentials."))
    }

    @Test(arguments: [["--version"], ["run", "--version"]])
    func printsTheVersion(_ words: [String]) throws {
        #expect(try program.parse(words, version: "1.2") == .print("relay 1.2"))
    }
}
