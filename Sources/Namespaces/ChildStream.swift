internal import CLinux
internal import Glibc

/// A stream of a child: the end it gets, and ours when we capture it.
struct ChildStream: ~Copyable {
    let child: FileDescriptor
    private let ours: FileDescriptor?

    init(reading path: String) throws(KernelError) {
        child = try Self.open(path, O_RDONLY)
        ours = nil
    }

    init(_ stream: ChildProcess.Stream, like descriptor: CInt) throws(KernelError) {
        switch stream {
        case .captured:
            var ends: [CInt] = [-1, -1]
            _ = try checked(clx_pipe(&ends), "make a pipe")
            child = FileDescriptor(owning: ends[1])
            ours = FileDescriptor(owning: ends[0])
        case .file(let path):
            child = try Self.open(path, O_WRONLY | O_CREAT | O_APPEND)
            ours = nil
        case .inherited:
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
            guard copy >= 0 else { throw KernelError("duplicate a descriptor", code: errno) }
            child = FileDescriptor(owning: copy)
            ours = nil
        case .discarded:
            child = try Self.open("/dev/null", O_WRONLY)
            ours = nil
        }
    }

    /// Our end; the child's end is closed.
    consuming func takeReading() -> FileDescriptor? { ours }

    private static func open(_ path: String, _ flags: CInt) throws(KernelError) -> FileDescriptor {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw KernelError("open \(path)", code: errno) }
        return FileDescriptor(owning: descriptor)
    }
}
