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

        /// The processes of the lab's programs and the network namespaces that anybody holds.
        private struct Traces: Equatable {
            var processes: [String] = []
            var namespaces: Set<String> = []

            init() {
                guard let entries = opendir("/proc") else { return }
                defer { closedir(entries) }
                while let entry = readdir(entries) {
                    let name = withUnsafePointer(to: &entry.pointee.d_name) {
                        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                    }
                    guard let pid = CInt(name) else { continue }
                    look(at: pid)
                }
                processes.sort()
            }

            private mutating func look(at pid: CInt) {
                if let space = Self.target("/proc/\(pid)/ns/net") { namespaces.insert(space) }
                if let program = Self.target("/proc/\(pid)/exe"),
                    let word = program.split(separator: "/").last.map(String.init),
                    ["castlab", "castrelay", "openssl", "sleep"].contains(word)
                {
                    processes.append("\(word) \(pid)")
                }
                guard let files = opendir("/proc/\(pid)/fd") else { return }
                defer { closedir(files) }
                while let entry = readdir(files) {
                    let name = withUnsafePointer(to: &entry.pointee.d_name) {
                        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                    }
                    if let target = Self.target("/proc/\(pid)/fd/\(name)"), target.hasPrefix("net:[") {
                        namespaces.insert(target)
                    }
                }
            }

            private static func target(_ link: String) -> String? {
                var buffer = [CChar](repeating: 0, count: 4096)
                let length = readlink(link, &buffer, buffer.count)
                guard length > 0 else { return nil }
                return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
            }
        }

        /// Waits until traces are what they were, for as long as a kernel takes to clear up.
        private static func remains(besides before: Traces) -> Traces? {
            let end = EventLoop.MonotonicClock.now() + .seconds(3)
            while true {
                let now = Traces()
                if now == before { return nil }
                guard EventLoop.MonotonicClock.now() < end else { return now }
                usleep(10_000)
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
            let before = Traces()
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
                if Traces().namespaces != before.namespaces { stood += 1 }
                // The one or the other is killed; the other ends by itself, or is told to.
                if let user, attempt % 2 == 0 {
                    kill(user, SIGKILL)
                    Self.reap(user)
                    kill(holder, attempt % 4 == 0 ? SIGTERM : SIGKILL)
                } else {
                    kill(holder, SIGKILL)
                    if let user { Self.reap(user) }
                }
                Self.reap(holder)
                if let left = Self.remains(besides: before) { survived.append("\(attempt): \(left)") }
            }
            #expect(stood > 50)
            #expect(survived.isEmpty, "\(survived.prefix(3))")
            #expect(ControlSocket.names().allSatisfy { !$0.hasPrefix("kill") })
        }

        @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
        func aSignalEndsItInOrder(signal: CInt) throws {
            let (before, files) = (Traces(), Self.temporaryDirectories())
            let holder = try Self.start(["up", "lan", "--as", "signal\(signal)", "--no-proof"])
            while !ControlSocket.names().contains("signal\(signal)") { usleep(5000) }
            kill(holder, signal)
            var status: CInt = 0
            while waitpid(holder, &status, 0) < 0, errno == EINTR {}
            #expect(status == 0)
            #expect(Self.remains(besides: before) == nil)
            #expect(Self.temporaryDirectories() == files)
        }

        private static func temporaryDirectories() -> Set<String> {
            guard let entries = opendir("/tmp") else { return [] }
            defer { closedir(entries) }
            var names: Set<String> = []
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name.hasPrefix("castlab-") { names.insert(name) }
            }
            return names
        }
    }
}
