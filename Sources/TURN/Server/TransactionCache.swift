import Cryptography
import STUN
import SansIO

/// The successes of the last 40 seconds, so that an identical retransmission gets the identical answer.
///
/// RFC 8489 §6.3.1. It outlives the allocation: the second copy of the Refresh that deleted one is a
/// success too. A request is the same when its client and all its bytes are, which a digest tells: nothing
/// is granted for a copied integrity value around other attributes. Only authenticated requests come in
/// here; the size is bounded, the oldest give way.
struct TransactionCache {
    /// The longest time a client repeats a request with the standard timers: 39.5 s (RFC 8489 §6.2.1).
    static let lifetime = Duration.seconds(40)

    private struct Key: Hashable {
        var tuple: FiveTuple
        /// Which connection, for a stream: the next one from the same port knows nothing of this one.
        var connection: UInt64
        var id: TransactionID

        init(_ client: Client, _ id: TransactionID) {
            tuple = client.tuple
            connection = client.isStream ? client.socket : 0
            self.id = id
        }
    }

    private struct Answer {
        /// Of the request.
        var digest: [UInt8]
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

    /// What tells a request from all others.
    static func digest(of message: borrowing MessageView) -> [UInt8] {
        Digest.sha256(message.bytes)
    }

    /// The response to an identical earlier request.
    func response(
        to message: borrowing MessageView,
        from client: Client,
        at now: Instant
    ) -> [UInt8]? {
        guard let answer = answers[Key(client, message.transactionID)],
            answer.expiry > now, answer.digest == Self.digest(of: message)
        else { return nil }
        return answer.response
    }

    /// Remembers a success.
    mutating func remember(_ response: [UInt8], to request: AuthenticatedRequest, at now: Instant) {
        forgetExpired(at: now)
        let key = Key(request.client, request.id)
        let answer = Answer(digest: request.digest, response: response, expiry: now + Self.lifetime)
        guard answers.updateValue(answer, forKey: key) == nil else { return }
        order.append(key)
        if count > limit { forgetOldest() }
    }

    /// Lets go of what no client can ask for any more.
    mutating func forgetExpired(at now: Instant) {
        while oldest < order.count, let answer = answers[order[oldest]], answer.expiry <= now {
            forgetOldest()
        }
    }

    var count: Int { order.count - oldest }

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
