import STUN
import SansIO

/// The successes of the last 40 seconds, so that an identical retransmission gets the identical answer.
///
/// RFC 8489 §6.3.1. It outlives the allocation: the second copy of the Refresh that deleted one is a
/// success too. A request is the same when client, transaction id and integrity value are, because the
/// integrity value covers everything else. Only authenticated requests come in here; the size is bounded,
/// the oldest give way.
struct TransactionCache {
    /// The longest time a client repeats a request with the standard timers: 39.5 s (RFC 8489 §6.2.1).
    static let lifetime = Duration.seconds(40)

    private struct Key: Hashable {
        var tuple: FiveTuple
        var id: TransactionID
    }

    private struct Answer {
        var integrity: [UInt8]
        var response: [UInt8]
        var expiry: Instant
    }

    private let limit: Int
    private var answers: [Key: Answer] = [:]
    private var order: [Key] = []
    private var oldest = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// The response to an identical earlier request.
    func response(
        to client: Client,
        id: TransactionID,
        integrity: [UInt8],
        at now: Instant
    ) -> [UInt8]? {
        guard let answer = answers[Key(tuple: client.tuple, id: id)], answer.expiry > now,
            answer.integrity == integrity
        else { return nil }
        return answer.response
    }

    /// Remembers a success.
    mutating func remember(
        _ response: [UInt8],
        to client: Client,
        id: TransactionID,
        integrity: [UInt8],
        at now: Instant
    ) {
        forgetExpired(at: now)
        let key = Key(tuple: client.tuple, id: id)
        let answer = Answer(integrity: integrity, response: response, expiry: now + Self.lifetime)
        guard answers.updateValue(answer, forKey: key) == nil else { return }
        order.append(key)
        if order.count - oldest > limit { forgetOldest() }
    }

    /// Lets go of what no client can ask for any more.
    mutating func forgetExpired(at now: Instant) {
        while oldest < order.count, let answer = answers[order[oldest]], answer.expiry <= now {
            forgetOldest()
        }
    }

    var nextDeadline: Instant? {
        oldest < order.count ? answers[order[oldest]]?.expiry : nil
    }

    private mutating func forgetOldest() {
        answers[order[oldest]] = nil
        oldest += 1
        if oldest == order.count {
            answers = [:]
            order = []
            oldest = 0
        } else if oldest > limit {
            order.removeFirst(oldest)
            oldest = 0
        }
    }
}
