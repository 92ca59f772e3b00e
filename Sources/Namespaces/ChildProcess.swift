internal import CLinux
internal import Glibc
internal import SansIO

/// A program in a network namespace, and all it starts; they end when this value goes, or this process.
///
///     this process ──lifeline──▶ warden ──▶ program ──▶ whatever it starts
///                  ◀──report───
///
/// The *warden* is a copy of this process that became the first process of a PID namespace: when it exits
/// the kernel kills everything left in that namespace, however deep, in whatever session or process group.
/// It exits when the program does, and when its *lifeline* ends: a pipe whose other end this process alone
/// holds, and loses by SIGKILL as surely as by `deinit`. (`PR_SET_PDEATHSIG` would be tied to the thread
/// that forked and reach one process only.) The program has /proc and /sys of its own, its own session, and
/// none of our descriptors.
public final class ChildProcess {
    /// How a program ended.
    public enum Ending: Hashable, Sendable, CustomStringConvertible {
        case exited(CInt)
        case killed(signal: CInt)

        public var description: String {
            switch self {
            case .exited(let code): "exited with code \(code)"
            case .killed(let signal): "was killed by signal \(signal)"
            }
        }
    }

    /// Where a stream of the program goes.
    public enum Stream: Sendable {
        /// Into memory; see `output` and `errors`.
        case captured
        /// To the end of a file, made if need be.
        case file(String)
        /// To the same stream of this process.
        case inherited
        case discarded
    }

    public let program: Program
    /// The warden's pid.
    public let pid: CInt
    /// What the program has written to its standard output, if that is captured.
    public let output = CapturedOutput()
    /// What the program has written to its standard error, if that is captured.
    public let errors = CapturedOutput()
    /// How it ended; nil while it runs, as far as `wait` has looked.
    public private(set) var ending: Ending?

    /// Our end of a channel that the program reads at descriptor 3 and writes at 4; nil without one.
    public let channel: ChildChannel?

    private var lifeline: FileDescriptor?
    private let report: FileDescriptor
    private var collector: OutputCollector?

    /// Starts `program` in `namespace`.
    ///
    /// With `opensChannel` it finds two pipes at its descriptors 3 and 4.
    /// Throws a `KernelError` that names the program when it cannot be started, that is after the attempt
    /// to execute it. Needs root.
    public init(
        _ program: Program,
        in namespace: NetworkNamespace,
        output: Stream = .captured,
        errors: Stream = .captured,
        opensChannel: Bool = false
    ) throws(KernelError) {
        self.program = program
        let lifeline = try Pipe()
        let report = try Pipe()
        let input =
            try program.sharesTerminal
            ? ChildStream(.inherited, like: STDIN_FILENO) : ChildStream(reading: "/dev/null")
        let standardOutput = try ChildStream(output, like: STDOUT_FILENO)
        let standardError = try ChildStream(errors, like: STDERR_FILENO)
        let channel = opensChannel ? try ChildChannel() : nil
        pid = try Self.start(
            program,
            in: namespace,
            streams: (input.child.rawValue, standardOutput.child.rawValue, standardError.child.rawValue),
            channel: channel?.childEnds ?? (-1, -1),
            lifeline: lifeline.reading.rawValue,
            report: report.writing.rawValue
        )
        LiveWardens.insert(pid)
        channel?.closeChildEnds()
        self.channel = channel
        self.lifeline = lifeline.takeWriting()
        self.report = report.takeReading()
        var pipes: [(CInt, CapturedOutput)] = []
        if let reading = standardOutput.takeReading() { pipes.append((reading.release(), self.output)) }
        if let reading = standardError.takeReading() { pipes.append((reading.release(), self.errors)) }
        if !pipes.isEmpty { collector = try OutputCollector(pipes) }
        try awaitStart()
    }

    deinit {
        endTree()
    }

    /// Waits at most `duration` for the program to end; nil when it still runs.
    ///
    /// After an ending, nothing of its tree is left and its captured streams are complete.
    @discardableResult
    public func wait(for duration: Duration) -> Ending? {
        if let ending { return ending }
        guard report.waitUntilReadable(for: duration) else { return nil }
        // The end of the pipe without a report: the warden was killed.
        let status = readReport().map(\.value)
        reap()
        let ended = status.map(Self.ending) ?? .killed(signal: SIGKILL)
        ending = ended
        return ended
    }

    /// A descriptor that is readable when the program has ended, for whoever waits for several things.
    public var endingDescriptor: CInt { report.rawValue }

    /// Sends the program a signal; nothing happens when it has ended.
    public func send(signal: CInt) {
        guard ending == nil else { return }
        // The warden passes on all it gets; SIGKILL and SIGSTOP cannot be passed on.
        kill(pid, signal)
    }

    /// Asks the program to end (SIGTERM) and, when `grace` has passed, ends its whole tree (SIGKILL).
    @discardableResult
    public func stop(grace: Duration = .seconds(2)) -> Ending {
        send(signal: SIGTERM)
        if let ending = wait(for: grace) { return ending }
        endTree()
        return ending ?? .killed(signal: SIGKILL)
    }

    /// Ends the whole tree at once (SIGKILL).
    public func endTree() {
        guard ending == nil else { return }
        kill(pid, SIGKILL)
        reap()
        ending = .killed(signal: SIGKILL)
    }

    /// Ends the trees of all programs that this process has started, and returns when they are gone.
    ///
    /// For a process that is about to end and has files to remove that they may still write.
    public static func endAllTrees() { LiveWardens.end() }

    private func reap() {
        lifeline = nil
        var status: CInt = 0
        LiveWardens.remove(pid)
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        collector?.join()
        collector = nil
    }

    private func awaitStart() throws(KernelError) {
        guard let record = readReport() else {
            endTree()
            throw KernelError("start \(program.path)", detail: "the process that starts it ended")
        }
        guard record.stage != 0 else { return }
        endTree()
        throw KernelError(Self.action(of: record.stage, program), code: record.value)
    }

    private func readReport() -> clx_report? {
        var record = clx_report()
        let size = MemoryLayout<clx_report>.size
        var length = 0
        repeat { length = read(report.rawValue, &record, size) } while length < 0 && errno == EINTR
        return length == size ? record : nil
    }

    private static func ending(_ status: CInt) -> Ending {
        let code = clx_wait_exit_code(status)
        return code >= 0 ? .exited(code) : .killed(signal: clx_wait_signal(status))
    }

    private static func action(of stage: CInt, _ program: Program) -> String {
        switch UInt32(stage) {
        case CLX_STAGE_NETWORK.rawValue: "enter the network namespace for \(program.path)"
        case CLX_STAGE_MOUNTS.rawValue: "mount /proc and /sys for \(program.path)"
        case CLX_STAGE_DIRECTORY.rawValue:
            "enter the directory \(program.directory ?? "") for \(program.path)"
        case CLX_STAGE_CPU.rawValue: "tie \(program.path) to CPU \(program.cpu ?? 0)"
        case CLX_STAGE_EXEC.rawValue: "execute \(program.path)"
        default: "start a process for \(program.path)"
        }
    }
}
