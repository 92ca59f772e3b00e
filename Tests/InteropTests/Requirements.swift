import Glibc
import Namespaces
import Testing

@testable import RelayDemo

/// What a test needs of this machine. Where it is missing the test is skipped with the reason; where all
/// tests have to run (`CASTLAB_REQUIRE_ALL=1`) it is tried all the same and fails.
extension Trait where Self == ConditionTrait {
    static var needsRoot: Self {
        .enabled(
            if: geteuid() == 0 || everythingIsRequired,
            "NOT TESTED: network namespaces need root; run `sudo -E swift test`"
        )
    }

    static func needs(_ program: String) -> Self {
        .enabled(
            if: Program.find(program) != nil || everythingIsRequired,
            "NOT TESTED: \(program) is not installed; run Deploy/bootstrap"
        )
    }
}

private let everythingIsRequired = getenv("CASTLAB_REQUIRE_ALL") != nil

/// Programs and files the tests use.
enum TestMachine {
    /// Where castrelay and relay-demo lie: `CASTLAB_BIN`, or else where the tests themselves were built.
    static let binaries =
        getenv("CASTLAB_BIN").map { String(cString: $0) } ?? RelayServer.directoryOfThisProgram()

    /// The relay that is tested: castrelay, or with `CASTLAB_RELAY=coturn` the control.
    static let server =
        getenv("CASTLAB_RELAY").flatMap { RelayServer(rawValue: String(cString: $0)) } ?? .castrelay

    /// The Python that has aiortc, as Deploy/bootstrap made it.
    static let python = packageDirectory + "/.build/venv/bin/python"
    /// The Python that has GStreamer's binding.
    static let systemPython = "/usr/bin/python3"

    /// The path of a script in Peers.
    static func peer(_ name: String) -> String { file("Tests/InteropTests/Peers/\(name)") }

    /// The path of a file of the package.
    static func file(_ path: String) -> String { "\(packageDirectory)/\(path)" }

    /// This file is three levels below it.
    private static let packageDirectory: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(3).joined(separator: "/")
    }()
}
