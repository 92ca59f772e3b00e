public import SansIO

/// One request and the wait for its response, told the time by its owner.
///
/// RFC 8489 §6.2. The owner keeps the bytes of the request; it sends them once when it makes the
/// transaction, and again whenever `advance(to:)` says so.
///
///     waiting --deadline--> waiting (retransmit) --last deadline--> over (timed out)
///        \--response------> over (answered)
public struct ClientTransaction: Sendable {
    /// What the owner has to do when a deadline has come.
    public enum Action: Hashable, Sendable {
        /// Nothing: it is too early, or the transaction is over.
        case wait
        /// Send the same bytes again.
        case retransmit
        /// Give up; the transaction is over.
        case timedOut
    }

    public let id: TransactionID
    public let method: Method
    /// How many times the request has been sent.
    public private(set) var transmissionCount = 1
    /// When `advance(to:)` wants to be called; nil when the transaction is over.
    public private(set) var nextDeadline: Instant?
    private let schedule: RetransmissionSchedule

    /// A transaction whose request is sent at `now`.
    public init(
        _ id: TransactionID,
        method: Method,
        schedule: RetransmissionSchedule = .standard,
        sentAt now: Instant
    ) {
        self.id = id
        self.method = method
        self.schedule = schedule
        nextDeadline = now + schedule.intervals[0]
    }

    /// Whether neither an answer came nor the time ran out.
    public var isWaiting: Bool { nextDeadline != nil }

    /// Tells what is due.
    ///
    /// Intervals count from the transmission as it really happened: an owner that comes late sends once,
    /// not a burst.
    public mutating func advance(to now: Instant) -> Action {
        guard let deadline = nextDeadline, deadline <= now else { return .wait }
        guard transmissionCount < schedule.intervals.count else {
            nextDeadline = nil
            return .timedOut
        }
        nextDeadline = now + schedule.intervals[transmissionCount]
        transmissionCount += 1
        return .retransmit
    }

    /// Whether the message is a response to this request, by transaction, method and class.
    public func matches(_ message: borrowing MessageView) -> Bool {
        message.transactionID == id && message.type.method == method
            && (message.type.messageClass == .success || message.type.messageClass == .error)
    }

    /// Ends the transaction with a response that the owner has matched and authenticated.
    ///
    /// False when it was over before: a late response or a second one.
    public mutating func finish() -> Bool {
        defer { nextDeadline = nil }
        return isWaiting
    }
}
