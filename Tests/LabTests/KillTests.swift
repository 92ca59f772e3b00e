import EventLoop
import Glibc
import Namespaces
import SansIO
import Testing

@testable import Lab

extension LabTests {
    /// Nothing of a network remains, whatever ends it and when.
    @Suite struct KillTests {
        private static let castlab = "\(binaries)/castlab"
        private static let binaries =
            getenv("CASTLAB_BIN").map { String(cString: $0) } ?? OwnProgram.directory

        /// A process tree and the network namespaces that it holds.
        private struct Tree {
            /// Each process with the time at which it was started, since numbers come again.
            var processes: [pid_t: String] = [:]
            var namespaces: Set<String> = []
            /// Directories of temporary files that its command lines name.
            var directories: Set<String> = []

            init(under root: pid_t) {
                look(at: root)
                if let own = Self.target("/proc/self/ns/net") { namespaces.remove(own) }
            }

            private mutating func look(at pid: pid_t) {
                guard processes[pid] == nil, let start = Self.startTime(of: pid) else { return }
                processes[pid] = start
                if let space = Self.target("/proc/\(pid)/ns/net") { namespaces.insert(space) }
                namespaces.formUnion(Self.heldNamespaces(of: pid))
                for word in Self.text("/proc/\(pid)/cmdline").split(separator: "\0")
                where word.hasPrefix("/tmp/castlab-") {
                    directories.insert(word.split(separator: "/").prefix(2).joined(separator: "/"))
                }
                for child in Self.text("/proc/\(pid)/task/\(pid)/children").split(separator: " ") {
                    if let child = pid_t(child) { look(at: child) }
                }
                // Any thread may have started a process.
                for thread in Self.entries("/proc/\(pid)/task") {
                    for child in Self.text("/proc/\(pid)/task/\(thread)/children").split(separator: " ") {
                        if let child = pid_t(child) { look(at: child) }
                    }
                }
            }

            /// What of it is still there; nil when nothing is, for as long as a kernel takes to clear up.
            var remains: String? {
                let end = EventLoop.MonotonicClock.now() + .seconds(3)
                while true {
                    let alive = processes.filter { Self.startTime(of: $0.key) == $0.value }.map(\.key)
                    let held = namespaces.intersection(Self.allHeldNamespaces())
                    if alive.isEmpty, held.isEmpty { return nil }
                    guard EventLoop.MonotonicClock.now() < end else { return "\(alive) \(held)" }
                    usleep(10_000)
                }
            }

            private static func allHeldNamespaces() -> Set<String> {
                var held: Set<String> = []
                for pid in entries("/proc").compactMap({ pid_t($0) }) {
                    if let space = target("/proc/\(pid)/ns/net") { held.insert(space) }
                    held.formUnion(heldNamespaces(of: pid))
                }
                return held
            }

            private static func heldNamespaces(of pid: pid_t) -> [String] {
                entries("/proc/\(pid)/fd").compactMap { target("/proc/\(pid)/fd/\($0)") }
                    .filter { $0.hasPrefix("net:[") }
            }

            /// The 22nd word of its state, counted from behind its name; nil for one that is gone or a zombie.
            private static func startTime(of pid: pid_t) -> String? {
                let words = text("/proc/\(pid)/stat").split(separator: ")").last?.split(separator: " ") ?? []
                guard words.count > 19, words[0] != "Z" else { return nil }
                return String(words[19])
            }

            private static func text(_ path: String) -> String {
                guard let file = fopen(path, "re") else { return "" }
                defer { fclose(file) }
                var bytes = [UInt8](repeating: 0, count: 16_384)
                let count = fread(&bytes, 1, bytes.count, file)
                return String(decoding: bytes[..<count], as: UTF8.self)
            }

            private static func entries(_ directory: String) -> [String] {
                guard let entries = opendir(directory) else { return [] }
                defer { closedir(entries) }
                var names: [String] = []
                while let entry = readdir(entries) {
                    names.append(
                        withUnsafePointer(to: &entry.pointee.d_name) {
                            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                        }
                    )
                }
                return names
            }

            private static func target(_ link: String) -> String? {
                var buffer = [CChar](repeating: 0, count: 4096)
                let length = readlink(link, &buffer, buffer.count)
                guard length > 0 else { return nil }
                return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
            }
        }

        /// Starts a program as a shell would: its output is read by nobody.
        private static func start(_ arguments: [String]) throws -> pid_t {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            for stream in 0..<3 {
                posix_spawn_file_actions_addopen(&actions, CInt(stream), "/dev/null", O_RDWR, 0)
            }
            var words: [UnsafeMutablePointer<CChar>?] = ([castlab] + arguments).map { strdup($0) } + [nil]
            defer { for word in words { free(word) } }
            var pid = pid_t()
            guard posix_spawn(&pid, castlab, &actions, nil, &words, environ) == 0 else {
                throw KernelError("start \(castlab)", code: errno)
            }
            return pid
        }

        private static func reap(_ pid: pid_t) {
            var status: CInt = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        }

        @Test func nothingRemainsAfterAHundredKillsAtAnyPoint() throws {
            var random = SeededRandom(seed: 20)
            var survived: [String] = []
            // How often there was something to be left.
            var stood = 0
            for attempt in 0..<100 {
                let name = "kill\(attempt)"
                let holder = try Self.start(["up", "lan", "--as", name, "--no-proof"])
                // Up to when everything has stood for a while.
                usleep(UInt32(random.next() % 250_000))
                var user: pid_t?
                if attempt % 3 == 2 {
                    user = try Self.start(["exec", "--network", name, "ipad", "--", "sleep", "60"])
                    usleep(UInt32(random.next() % 60_000))
                }
                // It stands still while we look, so that no process is missed.
                kill(holder, SIGSTOP)
                let tree = Tree(under: holder)
                let users = user.map { Tree(under: $0) }
                if !tree.namespaces.isEmpty { stood += 1 }
                // The one or the other is killed first; the other ends by itself, or is killed too.
                if let user, attempt % 2 == 0 {
                    kill(user, SIGKILL)
                    Self.reap(user)
                }
                kill(holder, SIGKILL)
                Self.reap(holder)
                if let user, attempt % 2 == 1 { Self.reap(user) }
                if let left = tree.remains { survived.append("\(attempt): \(left)") }
                if let left = users?.remains { survived.append("\(attempt), used: \(left)") }
            }
            #expect(stood > 50)
            #expect(survived.isEmpty, "\(survived.prefix(3))")
            #expect(ControlSocket.names().allSatisfy { !$0.hasPrefix("kill") })
        }

        @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
        func aSignalEndsItInOrder(signal: CInt) throws {
            let holder = try Self.start(["up", "lan", "--as", "signal\(signal)", "--no-proof"])
            while !ControlSocket.names().contains("signal\(signal)") { usleep(5000) }
            let tree = Tree(under: holder)
            #expect(tree.namespaces.count > 3 && tree.processes.count > 2)
            #expect(!tree.directories.isEmpty)
            kill(holder, signal)
            var status: CInt = 0
            while waitpid(holder, &status, 0) < 0, errno == EINTR {}
            #expect(status == 0)
            #expect(tree.remains == nil)
            for directory in tree.directories { #expect(access("/\(directory)", F_OK) != 0) }
        }
    }
}
