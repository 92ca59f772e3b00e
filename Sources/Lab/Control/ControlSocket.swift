internal import Glibc
internal import Namespaces

/// A local socket that has a name only as long as somebody holds it: nothing of it is in the file system.
///
/// unix(7), "abstract". Only processes of the same user are listened to.
enum ControlSocket {
    private static var prefix: String { "castlab/\(geteuid())/" }

    /// Listens under a name; throws when somebody does already.
    static func listen(_ name: String) throws -> FileDescriptor {
        let file = try make()
        guard withAddress(name, { bind(file.rawValue, $0, $1) }) == 0 else {
            guard errno == EADDRINUSE else { throw KernelError("listen for commands", code: errno) }
            throw NetworkIsUp(name: name)
        }
        guard Glibc.listen(file.rawValue, 16) == 0 else {
            throw KernelError("listen for commands", code: errno)
        }
        return file
    }

    /// Connects to who listens under a name; nil when nobody does.
    static func connect(_ name: String) throws -> FileDescriptor? {
        let file = try make()
        guard withAddress(name, { Glibc.connect(file.rawValue, $0, $1) }) == 0 else { return nil }
        return file
    }

    /// Takes the next connection of this user.
    static func accept(on listener: CInt) throws(KernelError) -> FileDescriptor {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else {
                guard errno == EINTR || errno == ECONNABORTED else {
                    throw KernelError("take a command", code: errno)
                }
                continue
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let file = FileDescriptor(owning: descriptor)
            if peerUser(of: file.rawValue) == geteuid() { return file }
        }
    }

    /// The names under which networks of this user can be told something.
    static func names() -> [String] {
        guard let file = fopen("/proc/net/unix", "re") else { return [] }
        defer { fclose(file) }
        var names: Set<String> = []
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let text = line {
            let columns = String(cString: text).split(whereSeparator: \.isWhitespace)
            guard let path = columns.last, path.hasPrefix("@\(prefix)") else { continue }
            names.insert(String(path.dropFirst(prefix.count + 1)))
        }
        return names.sorted()
    }

    /// Writes a line.
    static func send(_ text: String, to descriptor: CInt) throws(KernelError) {
        let bytes = Array((text + "\n").utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw KernelError("send a command", code: errno) }
            sent += count
        }
    }

    /// Reads a line of at most 64 kB; nil at the end.
    static func receive(from descriptor: CInt) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 65_536, read(descriptor, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    private static func make() throws(KernelError) -> FileDescriptor {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw KernelError("make a local socket", code: errno) }
        return FileDescriptor(owning: descriptor)
    }

    private static func peerUser(of descriptor: CInt) -> uid_t? {
        var credentials: (pid: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
        return credentials.user
    }

    private static func withAddress<Result>(
        _ name: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("\0\(prefix)\(name)".utf8.prefix(107))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}

/// A name under which a network is up already.
public struct NetworkIsUp: Error, Hashable, CustomStringConvertible {
    public let name: String

    public var description: String {
        "a network called \"\(name)\" is up already; take it down with: castlab down \(name)"
    }
}
