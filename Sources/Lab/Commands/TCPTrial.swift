internal import EventLoop
internal import SansIO

/// Whether a TCP connection comes about, and how quickly.
enum TCPTrial {
    /// The time until the connection stood; nil when it did not within three seconds.
    static func time(to endpoint: Endpoint) -> Duration? {
        let start = MonotonicClock.now()
        guard let socket = try? StreamSocket(connectingTo: endpoint), let poller = try? Poller(),
            (try? poller.add(socket.fileDescriptor, token: 0, interest: .write)) != nil
        else { return nil }
        guard (try? poller.wait(until: start + .seconds(3))) ?? 0 > 0, (try? socket.finishConnecting()) != nil
        else { return nil }
        return MonotonicClock.now() - start
    }
}
