import Glibc
import Namespaces

/// A file that the user asked for.
enum OutputFile {
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
