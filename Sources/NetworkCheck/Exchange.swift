internal import STUN
internal import SansIO

/// A Binding request that is sent until it is answered, or often enough to know that it will not be.
struct Exchange {
    let socket: Int
    let destination: Endpoint
    let request: BindingRequest
    /// When each attempt left, for the round trip of the one that was answered first.
    private(set) var attempts = 0
    private(set) var nextAttempt: Instant
    private(set) var firstSent: Instant?
    private(set) var roundTrip: Duration?
    private(set) var answer: Endpoint?
    private(set) var other: Endpoint?

    init(socket: Int, to destination: Endpoint, _ request: BindingRequest, from start: Instant) {
        self.socket = socket
        self.destination = destination
        self.request = request
        nextAttempt = start
    }

    var isAnswered: Bool { answer != nil }

    /// Whether it is answered, or has been tried as often as it may be and waited for.
    func isOver(_ pace: DiscoveryPace, at now: Instant) -> Bool {
        isAnswered || (attempts == pace.attempts && nextAttempt <= now)
    }

    mutating func noteSent(_ pace: DiscoveryPace, at now: Instant) {
        attempts += 1
        firstSent = firstSent ?? now
        nextAttempt = now + pace.interval
    }

    mutating func noteAnswer(_ mapped: Endpoint, other: Endpoint?, at now: Instant) {
        guard answer == nil else { return }
        answer = mapped
        self.other = other
        if attempts == 1, let firstSent { roundTrip = now - firstSent }
    }
}

/// How patiently a discovery asks.
public struct DiscoveryPace: Hashable, Sendable {
    /// How often each question is asked, when no answer comes.
    public var attempts = 8
    /// Between two attempts; longer than the path's round trip, or answers are counted as lost.
    public var interval = Duration.milliseconds(200)
    /// Between two packets, so that a server's limit is not met.
    public var spacing = Duration.milliseconds(3)

    public init() {}
}
