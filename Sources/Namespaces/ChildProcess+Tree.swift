internal import Glibc

extension ChildProcess {
    /// The pid of the program itself, as this process sees it; nil when it has ended.
    ///
    /// `pid` is that of its warden, whose first child it is.
    public var programPID: CInt? {
        let descriptor = open("/proc/\(pid)/task/\(pid)/children", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let file = FileDescriptor(owning: descriptor)
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(file.rawValue, &buffer, buffer.count)
        guard count > 0 else { return nil }
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        return text.split(separator: " ").first.flatMap { CInt($0) }
    }
}
