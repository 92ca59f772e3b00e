/// When a request over an unreliable transport is sent again, and when its sender gives up.
///
/// RFC 8489 §6.2.1
public struct RetransmissionSchedule: Hashable, Sendable {
    /// RTO 500 ms, Rc 7, Rm 16: given up after 39.5 s.
    public static let standard = RetransmissionSchedule()

    /// The time after each transmission at which the next is due; after the last, when to give up.
    public let intervals: [Duration]

    /// A schedule of `requestCount` (Rc, 1...16) transmissions, the first interval being the RTO.
    ///
    /// Each interval is twice the one before, save the last, which is `finalFactor` (Rm) times the RTO.
    public init(
        initialTimeout: Duration = .milliseconds(500),
        requestCount: Int = 7,
        finalFactor: Int = 16
    ) {
        precondition((1...16).contains(requestCount) && finalFactor > 0 && initialTimeout > .zero)
        intervals = (1...requestCount).map { transmission in
            initialTimeout * (transmission == requestCount ? finalFactor : 1 << (transmission - 1))
        }
    }

    /// The time from the first transmission until the sender gives up.
    public var total: Duration {
        intervals.reduce(.zero, +)
    }

    /// One transmission over TCP or TLS, which is given up after 39.5 s (Ti). RFC 8489 §6.2.2
    public static let reliable = RetransmissionSchedule(
        initialTimeout: .milliseconds(39_500),
        requestCount: 1,
        finalFactor: 1
    )
}
