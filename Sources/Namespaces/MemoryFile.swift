internal import CLinux
internal import Glibc

/// A file without a name in any directory, which ends with its owner, even by SIGKILL.
public struct MemoryFile: ~Copyable, Sendable {
    private let file: FileDescriptor

    /// Makes a file that holds `text`; `name` is only shown in /proc.
    public init(_ text: String, name: String) throws(KernelError) {
        file = try Self.made(text, name)
    }

    private static func made(_ text: String, _ name: String) throws(KernelError) -> FileDescriptor {
        let file = FileDescriptor(
            owning: try checked(clx_memory_file(name), "make the file \(name) in memory")
        )
        let bytes = Array(text.utf8)
        guard write(file.rawValue, bytes, bytes.count) == bytes.count else {
            throw KernelError("write the file \(name) in memory", code: errno)
        }
        return file
    }

    /// Where other processes may open it as long as this one lives.
    public var path: String { "/proc/\(getpid())/fd/\(file.rawValue)" }
}
