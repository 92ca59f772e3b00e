internal import Glibc

/// A directory for one run, readable by us alone, removed with all in it when its owner lets it go.
public final class TemporaryDirectory: Sendable {
    public let path: String
    /// Locked, so that `removeAbandoned` knows that somebody lives.
    private let lock: FileDescriptor

    /// Makes it in `parent`, or where TMPDIR says, or in /tmp.
    public init(in parent: String? = nil) throws(KernelError) {
        let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/castlab-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw KernelError("make a directory in \(parent)", code: errno)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        lock = FileDescriptor(owning: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        flock(lock.rawValue, LOCK_SH)
    }

    deinit {
        remove()
    }

    /// Removes the directory and all that is in it; nothing happens when it is gone.
    public func remove() {
        Self.removeTree(path)
    }

    /// Links are removed, never followed.
    private static func removeTree(_ path: String) {
        if unlink(path) == 0 || errno != EISDIR { return }
        guard let entries = opendir(path) else { return }
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { removeTree("\(path)/\(name)") }
        }
        closedir(entries)
        rmdir(path)
    }

    /// Removes directories of this kind that belong to this user and to no process that lives, and tells how
    /// many.
    ///
    /// A killed run leaves one: the kernel takes everything else.
    public static func removeAbandoned(in parent: String? = nil) -> Int {
        let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        guard let entries = opendir(parent) else { return 0 }
        defer { closedir(entries) }
        var removed = 0
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix("castlab-"), name.utf8.count == 14 else { continue }
            let path = "\(parent)/\(name)"
            guard isAbandoned(path) else { continue }
            removeTree(path)
            removed += 1
        }
        return removed
    }

    /// Whoever made a directory holds a lock on it as long as he lives.
    private static func isAbandoned(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid()
        else { return false }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        let file = FileDescriptor(owning: descriptor)
        return flock(file.rawValue, LOCK_EX | LOCK_NB) == 0
    }

    /// Writes a file that only we may read and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws(KernelError) -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file that only we may read and returns its path.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws(KernelError) -> String {
        let file = "\(path)/\(name)"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw KernelError("make \(file)", code: errno) }
        let owner = FileDescriptor(owning: descriptor)
        guard Glibc.write(owner.rawValue, bytes, bytes.count) == bytes.count else {
            throw KernelError("write \(file)", code: errno)
        }
        return file
    }
}
