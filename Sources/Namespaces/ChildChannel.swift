internal import Glibc
internal import SansIO

/// Two pipes to a program: what we write it reads at descriptor 3, what it writes at 4 we read.
///
/// They cross network namespaces, whatever happens to the network there.
public final class ChildChannel: @unchecked Sendable {
    private let reading: FileDescriptor
    private let writing: FileDescriptor
    /// The program's ends, until it has been started.
    private(set) var childEnds: (input: CInt, output: CInt)

    init() throws(KernelError) {
        let down = try Pipe()
        let up = try Pipe()
        // The children take the other ends; these stay with us.
        let downReading = fcntl(down.reading.rawValue, F_DUPFD_CLOEXEC, 3)
        let upWriting = fcntl(up.writing.rawValue, F_DUPFD_CLOEXEC, 3)
        childEnds = (downReading, upWriting)
        writing = down.takeWriting()
        reading = up.takeReading()
        guard downReading >= 0, upWriting >= 0 else {
            throw KernelError("duplicate a descriptor", code: errno)
        }
    }

    deinit {
        closeChildEnds()
    }

    /// Lets go of the program's ends, so that their end is its end.
    func closeChildEnds() {
        if childEnds.input >= 0 { close(childEnds.input) }
        if childEnds.output >= 0 { close(childEnds.output) }
        childEnds = (-1, -1)
    }

    /// Writes all of `bytes`; waits while the program does not read.
    ///
    /// The process has to ignore SIGPIPE, or a program that has ended ends it too.
    public func send(_ bytes: [UInt8]) throws(KernelError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { memory in
                write(writing.rawValue, memory.baseAddress.map { $0 + sent }, memory.count - sent)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw KernelError("write to a program", code: errno) }
            sent += count
        }
    }

    /// What the program has written: at least one byte, nothing at its end; nil when `duration` passed first.
    public func receive(within duration: Duration) throws(KernelError) -> [UInt8]? {
        guard reading.waitUntilReadable(for: duration) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var count = 0
        repeat { count = read(reading.rawValue, &buffer, buffer.count) } while count < 0 && errno == EINTR
        guard count >= 0 else { throw KernelError("read from a program", code: errno) }
        buffer.removeLast(buffer.count - count)
        return buffer
    }
}
