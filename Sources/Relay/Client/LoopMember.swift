import EventLoop
import SansIO

/// Something with a descriptor and deadlines that a client loop serves.
protocol LoopMember: AnyObject {
    var fileDescriptor: Int32 { get }
    /// What the descriptor is to be watched for.
    var interest: Poller.Interest { get }
    /// When `advance` is to be called at the latest; nil for never.
    var nextDeadline: Instant? { get }
    /// Whether nothing more will come of it: the loop lets it go.
    var isFinished: Bool { get }

    /// The descriptor is ready.
    func serve(_ event: Poller.Event)
    /// A deadline has come.
    func advance(to now: Instant)
}
