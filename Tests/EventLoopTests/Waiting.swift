import EventLoop
import SansIO

/// Waits for one descriptor, at most five seconds: a test that fails by it fails, and does not hang.
func becomesReady(_ descriptor: Int32, for interest: Poller.Interest = .read) throws -> Bool {
    let poller = try Poller()
    try poller.add(descriptor, token: 1, interest: interest)
    return try poller.wait(until: MonotonicClock.now() + .seconds(5)) > 0
}
