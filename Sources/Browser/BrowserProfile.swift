import Glibc
import Namespaces

/// The files of one browser: its profile, and the home in which it looks for the authorities it trusts.
final class BrowserProfile {
    private let directory: TemporaryDirectory
    private var authorityCount = 0

    init(in parent: String?) throws {
        directory = try TemporaryDirectory(in: parent)
    }

    var home: String { directory.path }
    var data: String { "\(home)/profile" }
    private var database: String { "\(home)/.pki/nssdb" }

    /// Makes an authority of a PEM file trusted, in the database that Chromium reads.
    func trust(_ authority: String, in namespace: NetworkNamespace) throws {
        if authorityCount == 0 {
            for path in ["\(home)/.pki", database] { mkdir(path, 0o700) }
            try run(["-N", "-d", "sql:\(database)", "--empty-password"], in: namespace)
        }
        authorityCount += 1
        let name = "castlab \(authorityCount)"
        try run(["-A", "-d", "sql:\(database)", "-n", name, "-t", "C,,", "-i", authority], in: namespace)
    }

    func remove() { directory.remove() }

    private func run(_ arguments: [String], in namespace: NetworkNamespace) throws {
        let child = try ChildProcess(try Program(named: "certutil", arguments: arguments), in: namespace)
        guard child.wait(for: .seconds(20)) == .exited(0) else {
            let said = child.output.text + child.errors.text
            throw KernelError("make a browser trust the run's authority", detail: said)
        }
    }
}
