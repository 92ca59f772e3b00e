import Glibc

/// A folder of a test's own, gone when the test is over.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/castrelay-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure(errno: errno) }
        path = String(cString: made)
    }

    deinit {
        guard let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            unlink("\(path)/\(name)")
        }
        closedir(folder)
        rmdir(path)
    }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ text: String, to name: String, mode: mode_t = 0o600) throws -> String {
        let file = "\(path)/\(name)"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, mode)
        guard descriptor >= 0 else { throw Failure(errno: errno) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard fchmod(descriptor, mode) == 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw Failure(errno: errno)
        }
        return file
    }

    struct Failure: Error {
        var errno: Int32
    }
}
