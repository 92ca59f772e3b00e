import Glibc
import Namespaces

/// A file that the user asked for.
enum OutputFile {
    /// Makes a directory for such files, unless it is there.
    static func makeDirectory(_ path: String) throws(KernelError) {
        guard mkdir(path, 0o755) != 0 else { return }
        let code = errno
        var status = stat()
        guard code == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            access(path, W_OK) == 0
        else { throw KernelError("make the directory \(path)", code: code) }
    }

    /// Writes all of it, in place of what was there.
    static func write(_ bytes: [UInt8], to path: String) throws(KernelError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw KernelError("make \(path)", code: errno) }
        let owner = FileDescriptor(owning: descriptor)
        guard Glibc.write(owner.rawValue, bytes, bytes.count) == bytes.count else {
            throw KernelError("write \(path)", code: errno)
        }
    }
}
