internal import Glibc

/// The thread that reads a program's streams into memory until both have ended, so that the program never
/// waits for a full pipe.
final class OutputCollector {
    private final class Streams {
        let pipes: [(descriptor: CInt, output: CapturedOutput)]
        init(_ pipes: [(descriptor: CInt, output: CapturedOutput)]) { self.pipes = pipes }
    }

    private var thread = pthread_t()
    private var isRunning = false

    /// Takes the descriptors over; they are closed when their streams end.
    init(_ pipes: [(descriptor: CInt, output: CapturedOutput)]) throws(KernelError) {
        let argument = Unmanaged.passRetained(Streams(pipes))
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument else { return nil }
                OutputCollector.collect(Unmanaged<Streams>.fromOpaque(argument).takeRetainedValue())
                return nil
            },
            argument.toOpaque()
        )
        guard code == 0 else {
            argument.release()
            for pipe in pipes { close(pipe.descriptor) }
            throw KernelError("start a thread", code: code)
        }
        isRunning = true
    }

    /// Returns when all streams have ended.
    func join() {
        guard isRunning else { return }
        pthread_join(thread, nil)
        isRunning = false
    }

    deinit {
        join()
    }

    private static func collect(_ streams: Streams) {
        var waiting = streams.pipes.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while waiting.contains(where: { $0.fd >= 0 }) {
            guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
            for index in waiting.indices where waiting[index].revents != 0 {
                let length = read(waiting[index].fd, &buffer, buffer.count)
                if length > 0 {
                    streams.pipes[index].output.append(buffer[..<length])
                } else if length == 0 || errno != EINTR {
                    close(waiting[index].fd)
                    // poll passes over negative descriptors.
                    waiting[index].fd = -1
                    streams.pipes[index].output.end()
                }
            }
        }
    }
}
