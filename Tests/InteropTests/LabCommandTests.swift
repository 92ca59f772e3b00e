import JSON
import Namespaces
import Testing

@testable import RelayDemo

extension InteropTests {
    /// The commands of castlab as a person uses them, from the release binary.
    @Suite struct LabCommandTests {
        private static let castlab = "\(TestMachine.binaries)/castlab"

        /// One shell: processes of one PID namespace see each other.
        private static func run(_ script: String) throws -> ChildProcess {
            var program = Program(path: "/bin/bash", arguments: ["-c", script, "session", castlab])
            program.environment["CASTLAB_TOPOLOGIES"] = TestMachine.file("Topologies")
            let child = try ChildProcess(program, in: NetworkNamespace(label: "desk"))
            _ = child.wait(for: .seconds(90))
            return child
        }

        @Test func aNetworkIsUsedAndTakenDown() throws {
            let child = try Self.run(
                """
                set -e
                "$1" up lan --as session --no-proof --detach --pcap "$TMPDIR/session.pcapng" >/dev/null
                "$1" exec --network session ipad -- "$1" netcheck --json
                echo ---
                "$1" event --network session ipad rebind port
                "$1" event --network session ipad blackhole both --for 200ms
                "$1" exec --network session ipad -- sh -c 'exit 7' || echo "code $?"
                "$1" status --network session --json
                "$1" down session
                "$1" down session 2>&1 || echo "code $?"
                """.replacing("$TMPDIR", with: "/tmp")
            )
            #expect(child.ending == .exited(0), "\(child.errors.text)")
            let parts = child.output.text.split(separator: "---\n", maxSplits: 1)
            let findings = try JSONValue(decoding: Array((parts.first ?? "").utf8)).array ?? []
            let mapping = findings.first { $0["subject"]?.string == "mapping" }
            #expect(mapping?["found"]?.string == "endpoint-independent (port-restricted)")
            #expect(!findings.contains { $0["grade"]?.string == "problem" })
            let rest = String(parts.last ?? "")
            #expect(rest.contains("rebind port") && rest.contains("blackhole both, for 200ms"))
            #expect(rest.contains("code 7"))
            #expect(rest.contains("\"faults\" : ["))
            #expect(rest.contains("session is down"))
            #expect(rest.contains("no network is up") && rest.contains("code 2"))
        }

        @Test func theRelayOfANetworkIsReachedOverAllTransportsByItsName() throws {
            let child = try Self.run(
                """
                set -e
                "$1" up symmetric--symmetric --as relayed --no-proof --detach >/dev/null
                "$1" exec --network relayed ipad -- sh -c 'CASTRELAY_CREDENTIAL=$CASTLAB_TURN_CREDENTIAL \
                    exec "$0" probe turn.castlab.test --username $CASTLAB_TURN_USERNAME --ca-file $CASTLAB_CA \
                    --timeout 1s' "$(dirname "$1")/castrelay" || code=$?
                "$1" down relayed
                exit ${code:-0}
                """
            )
            #expect(child.ending == .exited(0), "\(child.output.text)\(child.errors.text)")
            #expect(
                child.output.text.contains("Verdict: works over UDP, TCP and TLS"),
                "\(child.output.text)"
            )
        }

        @Test(arguments: [
            ("up hom-home", 2, "there is no network \"hom-home\", did you mean \"home-home\"?"),
            ("up home-home --condition lt", 2, "there is no condition \"lt\", did you mean"),
            ("up home-home --seed many", 2, "--seed: got \"many\""),
            ("up home-home --as 'a b'", 2, "--as: got \"a b\""),
            ("exec ipad -- true", 2, "no network is up"),
            ("event ipad blackhole sideways", 2, "\"sideways\" is not a direction"),
            ("event ipad rebind port --for 3s", 2, "does not last"),
            ("show nothing", 2, "there is no network \"nothing\""),
            ("list --topologies /nowhere", 2, "no networks are described in /nowhere"),
            ("netcheck", 2, "which server?"),
            ("netcheck --server :80", 2, "--server: got \":80\""),
            ("frobnicate", 2, "unknown command"),
        ])
        func refusesWhatCannotBe(arguments: String, code: CInt, message: String) throws {
            let child = try Self.run("unset CASTLAB_STUN; \"$1\" \(arguments)")
            #expect(child.ending == .exited(code), "\(child.errors.text)")
            #expect(child.errors.text.contains(message), "\(child.errors.text)")
            #expect(child.errors.text.split(separator: "\n").count <= 2)
        }

        @Test(arguments: [
            "list", "show cgnat", "show lte", "--help", "event --help", "up --help", "--version",
        ])
        func showsWhatIsAskedFor(arguments: String) throws {
            let child = try Self.run("\"$1\" \(arguments)")
            #expect(child.ending == .exited(0))
            #expect(child.output.text.count > 10 && child.errors.text.isEmpty)
        }
    }
}
