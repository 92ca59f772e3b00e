import Namespaces
import Testing

@testable import RelayDemo

extension InteropTests {
    /// What the README shows by hand: two aiortc peers cast across a network that is up.
    @Suite struct LabCastTests {
        /// As a person types it; in one shell, since processes of one PID namespace see each other.
        private static let session = """
            set -e
            castlab="$1" network="$2" script="$3" python="$4" files="$5"
            "$castlab" up "$network" --as cast --no-proof --detach >/dev/null
            "$castlab" exec --network cast pc -- "$python" "$script" receive "$files" & receiver=$!
            "$castlab" exec --network cast ipad -- "$python" "$script" send "$files"
            wait "$receiver"
            "$castlab" down cast
            """

        @Test(arguments: [("home-home", false), ("symmetric--symmetric", true)])
        func twoPeersCastByThePathThatIsExpected(name: String, isRelayed: Bool) throws {
            let files = try TemporaryDirectory()
            let arguments = [
                "-c", Self.session, "session", "\(TestMachine.binaries)/castlab", name,
                TestMachine.file("Deploy/examples/cast.py"), TestMachine.python, files.path,
            ]
            let child = try ChildProcess(
                Program(path: "/bin/bash", arguments: arguments),
                in: NetworkNamespace(label: "desk")
            )
            #expect(child.wait(for: .seconds(90)) == .exited(0), "\(child.errors.text)")
            let lines = child.output.lines
            #expect(lines.contains { $0.hasPrefix("receiver:") && $0.hasSuffix("60 frames of 640x480") })
            // Either end may be the one whose candidate is the relay's.
            let pairs = lines.filter { $0.contains(" to ") }
            #expect(pairs.count == 2)
            #expect(pairs.contains { $0.contains("relay 198.18.0.10") } == isRelayed, "\(child.output.text)")
            #expect(lines.contains("cast is down"))
        }
    }
}
