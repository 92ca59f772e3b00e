import Arguments
import Relay
import STUN
import Testing

@Suite struct SecretTests {
    private let long = String(repeating: "k", count: 32)

    private func load(
        _ options: [String: [String]],
        _ environment: [String: String] = [:]
    ) throws
        -> LoadedConfiguration
    {
        let invocation = Invocation(path: ["check"], options: options)
        return try ConfigurationSource(invocation, environment: environment, processorCount: 1).load()
    }

    private func secrets(_ texts: [String]) -> [SharedSecret] { texts.compactMap { SharedSecret($0) } }

    @Test func takesEveryLineForASecret() throws {
        let folder = try TemporaryFolder()
        let text = "\(long)1\r\n\n  \(long)2\t\n\(long)3 with a space"
        let file = try folder.write(text, to: "secret")
        let loaded = try load(["secret-file": [file]])
        #expect(loaded.configuration.secrets == secrets(["\(long)1", "\(long)2", "\(long)3 with a space"]))
        #expect(loaded.warnings.isEmpty)
        #expect(loaded.origin(of: .secretFile) == .flag("secret-file"))
    }

    @Test func letsTheEnvironmentGoOverAFile() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("\(long)1", to: "secret")
        let loaded = try load(["secret-file": [file]], ["CASTRELAY_SECRETS": "\(long)2, \(long)3\n\(long)4"])
        #expect(loaded.configuration.secrets == secrets(["\(long)2", "\(long)3", "\(long)4"]))
        #expect(loaded.origin(of: .secretFile) == .environment("CASTRELAY_SECRETS"))
    }

    @Test func servesOnlySTUNWithoutASecret() throws {
        let loaded = try load([:])
        #expect(loaded.configuration.secrets.isEmpty)
        #expect(loaded.warnings.count == 1)
        #expect(loaded.warnings.first?.description.contains("TURN is off") == true)
    }

    @Test(arguments: ["", "\n\n", "  \t\r\n"])
    func refusesAnEmptyFile(_ text: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "secret")
        do {
            _ = try load(["secret-file": [file]])
            Issue.record("accepted")
        } catch let error as ConfigurationProblems {
            #expect(error.description == "--secret-file: no secret in it; accepted: one secret a line")
        }
    }

    @Test func refusesMoreThanSixteen() throws {
        let text = (1...17).map { "\(long)\($0)" }.joined(separator: ",")
        do {
            _ = try load([:], ["CASTRELAY_SECRETS": text])
            Issue.record("accepted")
        } catch let error as ConfigurationProblems {
            #expect(error.description == "CASTRELAY_SECRETS: got 17 secrets; accepted: at most 16")
        }
    }

    @Test func warnsOfAFileThatOthersCanRead() throws {
        let folder = try TemporaryFolder()
        for mode: UInt32 in [0o640, 0o604] {
            let file = try folder.write(long, to: "secret", mode: mode)
            let expected =
                "--secret-file: \"\(file)\" can be read by other users of this machine; make it 0600"
            #expect(try load(["secret-file": [file]]).warnings.map(\.description) == [expected])
        }
        let file = try folder.write(long, to: "secret", mode: 0o600)
        #expect(try load(["secret-file": [file]]).warnings.isEmpty)
    }

    @Test func warnsOfShortAndRepeatedSecrets() throws {
        let loaded = try load([:], ["CASTRELAY_SECRETS": "north,\(long),\(long)"])
        #expect(loaded.configuration.secrets.count == 2)
        #expect(
            loaded.warnings.map(\.description) == [
                "CASTRELAY_SECRETS: secret 1 has 5 bytes and can be guessed from one credential; use 32 random ones",
                "CASTRELAY_SECRETS: secret 3 was given before; it is left out",
            ]
        )
    }

    @Test func neverShowsASecret() throws {
        let loaded = try load([:], ["CASTRELAY_SECRETS": long])
        var dumped = ""
        dump(loaded, to: &dumped)
        #expect(!"\(loaded) \(String(reflecting: loaded)) \(dumped)".contains(long))
    }
}
