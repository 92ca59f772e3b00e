internal import EventLoop
internal import Glibc

/// Requests to servers of the web, over libcurl, on a thread of its own.
///
/// No redirection is followed, so that an Authorization header goes nowhere else. Certificates and names are
/// checked. Every request is completed exactly once, on the client's thread, with `.stopped` when the client is
/// stopped before, or let go; one that comes after that is completed at once, on the caller's.
public final class HTTPSClient: Sendable {
    private let loop: TransferLoop
    private let thread: LoopThread

    public init() throws(HTTPSFailure) {
        let loop = try TransferLoop()
        self.loop = loop
        do throws(SystemError) {
            thread = try LoopThread(name: "https-client") { loop.run() }
        } catch {
            throw HTTPSFailure(.local, error.description)
        }
    }

    deinit {
        loop.stop()
    }

    /// Starts a request.
    public func send(
        _ request: HTTPSRequest,
        completion: @escaping @Sendable (Result<HTTPSResponse, HTTPSFailure>) -> Void
    ) {
        loop.add(request, completion: completion)
    }

    /// Sends a request and waits for the answer: for commands, never on a loop's thread.
    public func perform(_ request: HTTPSRequest) throws(HTTPSFailure) -> HTTPSResponse {
        let arrival: Wakeup<Result<HTTPSResponse, HTTPSFailure>>
        do throws(SystemError) {
            arrival = try Wakeup()
        } catch {
            throw HTTPSFailure(.local, error.description)
        }
        send(request) { arrival.post($0) }
        while true {
            if let result = arrival.drain().first { return try result.get() }
            var waiting = pollfd(fd: arrival.fileDescriptor, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, -1)
        }
    }

    /// Ends what is on its way and waits for the thread; not to be called by a completion.
    public func stop() {
        loop.stop()
        thread.join()
    }
}
