import Glibc
import YAML

/// A whole small file, read once.
struct FileContents {
    /// Why a file could not be read.
    struct Failure: Error, CustomStringConvertible {
        var path: String
        var reason: String

        var description: String { "cannot read \(quoted(path)): \(reason)" }
    }

    let bytes: [UInt8]
    /// Whether the group or everybody may read it.
    let isReadableByOthers: Bool

    /// Reads the file; one of more than `limit` bytes is refused.
    init(path: String, limit: Int) throws(Failure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw Failure(path: path, reason: String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw Failure(path: path, reason: "it is a directory")
        }
        isReadableByOthers = status.st_mode & 0o044 != 0
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= limit {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(path: path, reason: String(cString: strerror(errno))) }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        guard bytes.count <= limit else { throw Failure(path: path, reason: "more than \(limit) bytes") }
        self.bytes = bytes
    }
}
