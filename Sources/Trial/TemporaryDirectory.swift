import Glibc
package import Namespaces

/// A directory for one run, readable by us alone, removed with all in it when its owner lets it go.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws(KernelError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/castlab-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw KernelError("make a directory in \(parent)", code: errno)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        remove()
    }

    /// Removes the directory and the files in it; nothing happens when it is gone.
    package func remove() {
        guard let entries = opendir(path) else { return }
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            unlink("\(path)/\(name)")
        }
        closedir(entries)
        rmdir(path)
    }

    /// Writes a file that only we may read and returns its path.
    package func write(_ text: String, to name: String) throws(KernelError) -> String {
        let file = "\(path)/\(name)"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw KernelError("make \(file)", code: errno) }
        let owner = FileDescriptor(owning: descriptor)
        guard Glibc.write(owner.rawValue, text, text.utf8.count) == text.utf8.count else {
            throw KernelError("write \(file)", code: errno)
        }
        return file
    }
}
