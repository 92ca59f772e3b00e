import EventLoop
import SansIO

/// A descriptor of somebody else in a client loop: a signal, an answer from another thread, a peer's socket.
final class DescriptorWatch: LoopMember {
    let fileDescriptor: Int32
    let interest: Poller.Interest
    let nextDeadline: Instant? = nil
    /// To be set when nothing more is expected of the descriptor.
    var isFinished = false
    private let isReady: (Poller.Event) -> Void

    /// Calls `isReady` each time; it has to read what is there, or it is called again at once.
    init(
        _ fileDescriptor: Int32,
        for interest: Poller.Interest = .read,
        _ isReady: @escaping (Poller.Event) -> Void
    ) {
        self.fileDescriptor = fileDescriptor
        self.interest = interest
        self.isReady = isReady
    }

    func serve(_ event: Poller.Event) { isReady(event) }
    func advance(to now: Instant) {}
}
