internal import Glibc
internal import Namespaces

/// A copy of a command that stays when we end: a session of its own, its output a pipe that we read at first.
final class DetachedProcess {
    /// POSIX_SPAWN_SETSID, which Glibc's module does not show.
    private static let newSession: Int16 = 0x80

    private let pid: pid_t
    private let output: UnsafeMutablePointer<FILE>

    init(_ program: String, _ arguments: [String]) throws {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw KernelError("make a pipe", code: errno) }
        let (reading, writing) = (ends[0], ends[1])
        _ = fcntl(reading, F_SETFD, FD_CLOEXEC)
        _ = fcntl(writing, F_SETFD, FD_CLOEXEC)
        defer { close(writing) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, writing, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, writing, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Self.newSession)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid = pid_t()
        let failure = posix_spawn(&pid, program, &actions, &attributes, &words, environ)
        guard failure == 0 else { throw KernelError("start \(program)", code: failure) }
        self.pid = pid
        guard let output = fdopen(reading, "r") else {
            throw KernelError("read from \(program)", code: errno)
        }
        self.output = output
    }

    deinit {
        fclose(output)
    }

    /// The next line it writes; nil at the end.
    func nextLine() -> String? {
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        guard getline(&line, &capacity, output) > 0, let text = line else { return nil }
        return String(String(cString: text).dropLast(while: \.isNewline))
    }

    /// Waits for its end.
    func exitCode() -> Int32 {
        var status: CInt = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 4
    }
}

extension StringProtocol {
    /// Without the characters at the end of which something holds.
    fileprivate func dropLast(while isDropped: (Character) -> Bool) -> SubSequence {
        var end = endIndex
        while end > startIndex, isDropped(self[index(before: end)]) { end = index(before: end) }
        return self[..<end]
    }
}
