import Glibc

/// A root, an intermediate authority, and servers' certificates made by the openssl command; its directory
/// goes with it.
package final class TestAuthority: Sendable {
    package let directory: String

    /// The authority that a client believes.
    package var root: String { "\(directory)/root.pem" }

    private static let curve = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"

    /// `root` is the common name of the root.
    package init(root: String = "Test Root") {
        var template = Array("/tmp/castlab-authority-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no temporary directory") }
        directory = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        run("openssl req -x509 \(Self.curve) -days 30 -subj '/CN=\(root)' -keyout root.key -out root.pem")
        issue(
            "intermediate",
            subject: "Test Intermediate",
            "basicConstraints=critical,CA:TRUE",
            by: "root",
            30
        )
    }

    deinit {
        for kind in ["key", "csr", "ext", "pem"] {
            for name in ["root", "intermediate", "server"] { unlink("\(directory)/\(name).\(kind)") }
        }
        unlink("\(directory)/chain.pem")
        rmdir(directory)
    }

    /// Makes a server's certificate for `names`, each `DNS:…` or `IP:…`; the paths of its chain and its key.
    ///
    /// Days that are negative make one that has expired.
    package func server(
        _ names: String,
        days: Int = 30,
        sendsIntermediate: Bool = true
    ) -> (chain: String, key: String) {
        issue("server", subject: "server", "subjectAltName=\(names)", by: "intermediate", days)
        run("cat server.pem \(sendsIntermediate ? "intermediate.pem" : "") > chain.pem")
        return ("\(directory)/chain.pem", "\(directory)/server.key")
    }

    private func issue(_ name: String, subject: String, _ extensions: String, by issuer: String, _ days: Int)
    {
        run("echo '\(extensions)' > \(name).ext")
        run("openssl req \(Self.curve) -subj '/CN=\(subject)' -keyout \(name).key -out \(name).csr")
        let signer = "-CA \(issuer).pem -CAkey \(issuer).key -set_serial \(name.utf8.count)"
        let files = "-in \(name).csr -extfile \(name).ext -out \(name).pem"
        run("openssl x509 -req \(files) \(signer) -days \(days)")
    }

    private func run(_ command: String) {
        precondition(system("cd \(directory) && \(command) 2>/dev/null") == 0, command)
    }
}
