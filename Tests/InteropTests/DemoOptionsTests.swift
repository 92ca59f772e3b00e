import Testing

@testable import RelayDemo

@Suite struct DemoOptionsTests {
    @Test func triesCastrelayAndPrintsATableByDefault() throws {
        let options = try DemoOptions([])
        #expect(options.request == .run)
        #expect(options.server == .castrelay)
        #expect(!options.printsJSON)
    }

    @Test func takesTheControlAndJSON() throws {
        let options = try DemoOptions(["--relay", "coturn", "--json"])
        #expect(options.server == .coturn)
        #expect(options.printsJSON)
    }

    @Test(arguments: [
        (["--only"], "--only wants a name: messages or cast"),
        (["--screenshots"], "--screenshots wants a directory"),
        (
            ["--only", "messages", "--screenshots", "pictures"],
            "--screenshots is of the cast, which --only messages leaves out"
        ),
        (
            ["--relay", "coturn", "--only", "cast"],
            "--relay is for the messages, which --only cast leaves out"
        ),
        (["--relay"], "--relay wants a name: castrelay or coturn"),
        (["--relay", "pion"], "--relay: 'pion' is not accepted: castrelay or coturn"),
        (
            ["fast"],
            "'fast' is not accepted: --only PART, --relay NAME, --screenshots DIR, --json, --version or --help"
        ),
    ])
    func namesWhatItCannotRead(_ arguments: [String], _ complaint: String) {
        #expect(throws: DemoOptions.UsageError(description: complaint)) { try DemoOptions(arguments) }
    }
}
