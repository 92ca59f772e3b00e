import Glibc

/// Certificate files made with the openssl command, once for all tests; removed when the process ends well.
package struct Certificates: Sendable {
    package let directory: String

    /// For DNS:relay.example and IP:127.0.0.1, signed by itself.
    package var chain: String { "\(directory)/relay.pem" }
    package var key: String { "\(directory)/relay.key" }
    /// Another self-signed pair, for other.example.
    package var otherChain: String { "\(directory)/other.pem" }
    package var otherKey: String { "\(directory)/other.key" }

    package static let shared = Certificates()

    private init() {
        var template = Array("/tmp/castlab-certificates-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no temporary directory") }
        let path = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        directory = String(decoding: path, as: UTF8.self)
        make("relay", "DNS:relay.example,IP:127.0.0.1")
        make("other", "DNS:other.example")
        let directory = directory
        Self.directories.append(directory)
        atexit { Certificates.removeDirectories() }
    }

    nonisolated(unsafe) private static var directories: [String] = []

    private static func removeDirectories() {
        for directory in directories {
            for name in ["relay.pem", "relay.key", "other.pem", "other.key", "broken.pem", "locked.key"] {
                unlink("\(directory)/\(name)")
            }
            rmdir(directory)
        }
    }

    private func make(_ name: String, _ subjects: String) {
        let files = "-keyout \(directory)/\(name).key -out \(directory)/\(name).pem"
        let curve = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
        let names = "-subj /CN=\(name) -addext subjectAltName=\(subjects)"
        run("openssl req -x509 \(curve) -days 3 \(names) \(files)")
    }

    package func run(_ command: String) {
        precondition(system("\(command) 2>/dev/null") == 0, command)
    }

    package func write(_ text: String, to name: String) -> String {
        let path = "\(directory)/\(name)"
        guard let file = fopen(path, "w") else { preconditionFailure(path) }
        fputs(text, file)
        fclose(file)
        return path
    }
}
