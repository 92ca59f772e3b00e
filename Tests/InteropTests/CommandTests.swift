import Glibc
import Namespaces
import Testing
import Trial

@testable import RelayDemo

extension InteropTests {
    /// The command `relay-demo` as a user starts it.
    @Suite struct CommandTests {
        private let path = "\(TestMachine.binaries)/relay-demo"

        @Test(arguments: ["messages", "cast"])
        func undoesAllWhenInterrupted(_ part: String) throws {
            let directory = try TemporaryDirectory()
            let host = try NetworkNamespace(label: "host")
            var program = Program(path: path, arguments: ["--only", part])
            program.environment["TMPDIR"] = directory.path
            let demo = try ChildProcess(program, in: host)
            #expect(demo.output.line(within: .seconds(10)) { $0.hasPrefix("transport") } != nil)
            demo.send(signal: SIGINT)
            #expect(demo.wait(for: .seconds(5)) == .exited(128 + SIGINT))
            #expect(Self.entries(of: directory.path).isEmpty)
            #expect(try host.interfaceNames() == ["lo"])
        }

        @Test func refusesWhatItDoesNotKnow() throws {
            let host = try NetworkNamespace(label: "host")
            let demo = try ChildProcess(Program(path: path, arguments: ["--fast"]), in: host)
            #expect(demo.wait(for: .seconds(5)) == .exited(2))
            #expect(
                demo.errors.text
                    == "relay-demo: '--fast' is not accepted: --only PART, --relay NAME, --screenshots DIR, --json, "
                    + "--version or --help\n"
            )
        }

        @Test func refusesADirectoryThatIsNone() throws {
            let host = try NetworkNamespace(label: "host")
            let directory = try TemporaryDirectory()
            let file = try directory.write("", to: "file")
            let demo = try ChildProcess(Program(path: path, arguments: ["--screenshots", file]), in: host)
            #expect(demo.wait(for: .seconds(5)) == .exited(2))
            #expect(
                demo.errors.text
                    == "relay-demo: --screenshots: could not make the directory \(file): File exists\n"
            )
        }

        @Test func saysWhichProgramIsMissing() throws {
            let host = try NetworkNamespace(label: "host")
            let directory = try TemporaryDirectory()
            let copy = "\(directory.path)/relay-demo"
            let cp = try ChildProcess(Program(path: "/bin/cp", arguments: [path, copy]), in: host)
            #expect(cp.wait(for: .seconds(5)) == .exited(0))
            let demo = try ChildProcess(Program(path: copy), in: host)
            #expect(demo.wait(for: .seconds(5)) == .exited(3))
            #expect(
                demo.errors.text
                    == "relay-demo: this machine cannot run it: "
                    + "the program \(directory.path)/castrelay is not installed\n"
            )
        }

        private static func entries(of directory: String) -> [String] {
            guard let stream = opendir(directory) else { return [] }
            defer { closedir(stream) }
            var count: [String] = []
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != "." && name != ".." { count.append(name) }
            }
            return count
        }
    }
}
