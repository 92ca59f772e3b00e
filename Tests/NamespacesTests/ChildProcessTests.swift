import Glibc
import Namespaces
import SansIO
import Testing

extension KernelTests {
    @Suite struct ChildProcessTests {
        private static func shell(_ script: String) -> Program {
            Program(path: "/bin/sh", arguments: ["-c", script])
        }

        @Test func seesOnlyItsNamespacesInterfaces() throws {
            let network = try Switch()
            let host = try NetworkNamespace(label: "host")
            try network.connect(host)
            let child = try ChildProcess(
                Self.shell("ls /sys/class/net; sed -n 's/ *\\(.*\\):.*/\\1/p' /proc/net/dev"),
                in: host
            )
            #expect(child.wait(for: .seconds(5)) == .exited(0))
            #expect(child.output.lines.sorted() == ["", "eth0", "eth0", "lo", "lo"])
            #expect(child.errors.text.isEmpty)
        }

        @Test func runsOnTheCPUThatItIsTiedTo() throws {
            let host = try NetworkNamespace(label: "host")
            var program = Self.shell("sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status")
            program.cpu = 0
            let child = try ChildProcess(program, in: host)
            #expect(child.wait(for: .seconds(5)) == .exited(0))
            #expect(child.output.text == "0\n")
        }

        @Test func isNotStartedOnACPUThatIsNotThere() throws {
            let host = try NetworkNamespace(label: "host")
            var program = Self.shell("true")
            program.cpu = 1000
            #expect(throws: KernelError("tie /bin/sh to CPU 1000", code: EINVAL)) {
                try ChildProcess(program, in: host)
            }
        }

        @Test func tellsThePIDOfTheProgramItself() throws {
            let host = try NetworkNamespace(label: "host")
            let child = try ChildProcess(Self.shell("echo ready; exec sleep 60"), in: host)
            #expect(child.output.line(within: .seconds(5)) { $0 == "ready" } != nil)
            let pid = try #require(child.programPID)
            let name = ProcessTable.contents("/proc/\(pid)/comm")
            #expect(name == "sleep\n" || name == "sh\n")
            child.endTree()
            #expect(child.programPID == nil)
        }

        @Test func tellsTheExitCodeAndTheStreamsApart() throws {
            let host = try NetworkNamespace(label: "host")
            let child = try ChildProcess(Self.shell("echo out; echo err >&2; exit 7"), in: host)
            #expect(child.wait(for: .seconds(5)) == .exited(7))
            #expect(child.output.text == "out\n")
            #expect(child.errors.text == "err\n")
        }

        @Test func tellsTheSignalThatEndedIt() throws {
            let host = try NetworkNamespace(label: "host")
            let child = try ChildProcess(Self.shell("kill -SEGV $$"), in: host)
            #expect(child.wait(for: .seconds(5)) == .killed(signal: SIGSEGV))
        }

        @Test func hasTheEnvironmentAndDirectoryItWasGiven() throws {
            let host = try NetworkNamespace(label: "host")
            var program = Self.shell("env; pwd")
            program.environment = ["CASTLAB_TEST": "a b"]
            program.directory = "/usr"
            let child = try ChildProcess(program, in: host)
            #expect(child.wait(for: .seconds(5)) == .exited(0))
            #expect(child.output.lines.contains("CASTLAB_TEST=a b"))
            #expect(child.output.lines.contains("/usr"))
            #expect(!child.output.text.contains("HOME="))
        }

        @Test func talksOverAChannel() throws {
            let host = try NetworkNamespace(label: "host")
            let child = try ChildProcess(
                Self.shell("read line <&3; echo \"got $line\" >&4; ls /proc/self/fd | tr '\\n' ' '"),
                in: host,
                opensChannel: true
            )
            let channel = try #require(child.channel)
            try channel.send(Array("hello\n".utf8))
            let answer = try #require(try channel.receive(within: .seconds(5)))
            #expect(String(decoding: answer, as: UTF8.self) == "got hello\n")
            #expect(child.wait(for: .seconds(5)) == .exited(0))
            #expect(try channel.receive(within: .seconds(5)) == [])
            // `ls` has one more, for the directory it reads.
            #expect(child.output.text == "0 1 2 3 4 5 ")
        }

        @Test func hasNoChannelUnlessItWasAsked() throws {
            let host = try NetworkNamespace(label: "host")
            let child = try ChildProcess(Self.shell("ls /proc/self/fd | tr '\\n' ' '"), in: host)
            #expect(child.channel == nil)
            #expect(child.wait(for: .seconds(5)) == .exited(0))
            #expect(child.output.text == "0 1 2 3 ")
        }

        @Test func seesTheHostsItWasGiven() throws {
            let host = try NetworkNamespace(label: "host")
            var template = Array("/tmp/castlab-hosts-XXXXXX".utf8CString)
            let descriptor = mkstemp(&template)
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            defer { unlink(path) }
            let file = FileDescriptor(owning: descriptor)
            let text = "198.18.0.7 relay.castlab.test\n"
            #expect(write(file.rawValue, text, text.utf8.count) == text.utf8.count)
            var program = Self.shell("cat /etc/hosts; getent hosts relay.castlab.test | cut -d' ' -f1")
            program.hostsFile = path
            let child = try ChildProcess(program, in: host)
            #expect(child.wait(for: .seconds(5)) == .exited(0))
            #expect(child.output.lines == ["198.18.0.7 relay.castlab.test", "198.18.0.7", ""])
            #expect(ProcessTable.contents("/etc/hosts") != text)
        }

        @Test func passesSignalsOn() throws {
            let host = try NetworkNamespace(label: "host")
            let child = try ChildProcess(
                Self.shell("trap 'echo bye; exit 3' TERM; echo ready; sleep 86395 & wait"),
                in: host
            )
            #expect(child.output.line(within: .seconds(5)) { $0 == "ready" } == "ready")
            #expect(child.wait(for: .zero) == nil)
            #expect(child.stop(grace: .seconds(5)) == .exited(3))
            #expect(child.output.text == "ready\nbye\n")
        }

        @Test func endsAProgramThatWillNot() throws {
            let host = try NetworkNamespace(label: "host")
            let marker = "86398.\(getpid())"
            let child = try ChildProcess(
                Self.shell(
                    "trap '' TERM; setsid sleep \(marker) & echo ready; sleep \(marker); sleep \(marker)"
                ),
                in: host
            )
            #expect(child.output.line(within: .seconds(5)) { $0 == "ready" } != nil)
            #expect(child.stop(grace: .milliseconds(50)) == .killed(signal: SIGKILL))
            #expect(ProcessTable.pids(mentioning: marker).isEmpty)
        }

        @Test func leavesNothingOfItsTreeWhenItEnds() throws {
            let host = try NetworkNamespace(label: "host")
            let marker = "86397.\(getpid())"
            let child = try ChildProcess(
                Self.shell("setsid sleep \(marker) & (sleep \(marker) &) ; exit 0"),
                in: host
            )
            #expect(child.wait(for: .seconds(5)) == .exited(0))
            #expect(ProcessTable.pids(mentioning: marker).isEmpty)
        }

        @Test func namesAProgramThatCannotBeExecuted() throws {
            let host = try NetworkNamespace(label: "host")
            let error = #expect(throws: KernelError.self) {
                try ChildProcess(Program(path: "/nowhere/program"), in: host)
            }
            #expect(error == KernelError("execute /nowhere/program", code: ENOENT))
        }

        @Test func inheritsNoDescriptor() throws {
            let host = try NetworkNamespace(label: "host")
            let other = try ChildProcess(Self.shell("read x"), in: host)
            let child = try ChildProcess(Self.shell("echo /proc/self/fd/*"), in: host)
            #expect(child.wait(for: .seconds(5)) == .exited(0))
            // The shell's own, for the directory it lists, is the fourth.
            let descriptors = child.output.text.split(separator: " ").count
            #expect(descriptors <= 4, "\(child.output.text)")
            _ = other
        }

        @Test func writesMuchWithoutAReader() throws {
            let host = try NetworkNamespace(label: "host")
            let child = try ChildProcess(Self.shell("head -c 3000000 /dev/zero"), in: host)
            #expect(child.wait(for: .seconds(10)) == .exited(0))
            #expect(child.output.text.utf8.count == 3_000_000)
        }

        @Test func isGoneWithAllItStartedWhenItsOwnerIsKilled() async throws {
            let marker = "86396"
            // The owner is a process of its own that starts a tree in three sessions and is then killed.
            let result = await #expect(
                processExitsWith: .signal(SIGKILL),
                observing: [\.standardOutputContent]
            ) {
                let host = try NetworkNamespace(label: "host")
                let script = "setsid sleep 86396 & (setsid sleep 86396 &) ; echo ready; sleep 86396"
                let child = try ChildProcess(
                    Program(path: "/bin/sh", arguments: ["-c", script]),
                    in: host
                )
                _ = child.output.line(within: .seconds(5)) { $0 == "ready" }
                var found: [CInt] = []
                while found.count < 4 { found = ProcessTable.pids(mentioning: "86396") }
                print("pids", found.map(String.init).joined(separator: " "))
                fflush(nil)
                kill(getpid(), SIGKILL)
            }
            let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
            let line = output.split(separator: "\n").first { $0.hasPrefix("pids ") }
            let pids = try #require(line).split(separator: " ").compactMap { CInt($0) }
            #expect(pids.count >= 4)
            #expect(ProcessTable.waitForEnd(of: pids))
            #expect(ProcessTable.pids(mentioning: marker).isEmpty)
        }
    }
}
