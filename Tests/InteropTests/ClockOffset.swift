import Glibc
import Namespaces

@testable import RelayDemo

/// A library that puts a program's wall clock forward, made by the C compiler that is there.
enum ClockOffset {
    /// The variables with which a program runs so many seconds ahead.
    static func environment(seconds: Int) throws -> [String: String] {
        ["LD_PRELOAD": try library.get(), "CASTLAB_CLOCK_OFFSET": "\(seconds)"]
    }

    /// Made once, in a directory that lives as long as the tests.
    private static let library = Result<String, any Error> {
        let path = "\(directory.path)/clock_offset.so"
        let compiler = try Program.find("cc") ?? Program(named: "clang").path
        let build = try ChildProcess(
            Program(
                path: compiler,
                arguments: ["-shared", "-fPIC", "-O1", "-o", path, TestMachine.peer("clock_offset.c")]
            ),
            in: NetworkNamespace(label: "workshop")
        )
        guard build.wait(for: .seconds(30)) == .exited(0) else {
            throw DemoFailure("\(compiler): \(build.errors.text)")
        }
        return path
    }

    private static let directory: TemporaryDirectory = {
        do { return try TemporaryDirectory() } catch { fatalError("no temporary directory: \(error)") }
    }()
}
