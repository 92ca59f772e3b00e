public import SansIO

/// The server's side of one HTTP/1.1 connection: bytes in, requests out; responses in, bytes out. RFC 9112
///
/// ```
///   ┌──────────────── respond ────────────────┐
///   ▼                                         │
/// idle ──▶ head ──▶ body ──▶ answering ───────┤──upgrade──▶ upgraded (a WebSocketConnection goes on)
///   │        │        │          │            │
///   └────────┴────────┴──────────┴────────────┴──last answer──▶ draining ──▶ lingering ──▶ finished
/// ```
///
/// The owner hands over what arrives (`receive`) while `wantsInput`, takes the outputs, writes `outgoing` and
/// tells how much of it went (`consumeOutgoing`), and calls `advance` at `nextDeadline`. Requests come out one
/// at a time: the next is looked at when the last was answered and not too much waits to be written, so that
/// what happens does not depend on how TCP cuts the stream, and nobody can queue requests without reading the
/// answers.
///
/// Whatever allows two readings is refused and ends the connection. Trailer fields are checked and left out.
/// Before the end the connection lingers: it has ended its own direction and discards what still comes, because
/// closing at once would make the kernel reset the connection and the client lose the last answer
/// (RFC 9112 §9.6).
public struct HTTPServerConnection: ~Copyable {
    /// What the owner is to do.
    public enum Output: Hashable, Sendable {
        /// Answer it with `respond` or `upgrade`, now or later.
        case request(HTTPRequest)
        /// A request was refused and is answered already; nothing to do but count it.
        case refused(HTTPRefusal)
        /// Everything was written: end our direction of the stream.
        case endOfWriting
        /// Let go of the connection; nothing follows.
        case finished(HTTPEnding)
    }

    enum Phase: Hashable {
        /// Nothing of the next request has come.
        case idle
        case head
        case body
        /// The application has the request.
        case answering
        /// The last answer is being written.
        case draining
        /// We have ended our direction and wait for the client to end its own.
        case lingering
        case upgraded
        case finished
    }

    public let limits: HTTPLimits

    var phase = Phase.idle
    /// When the phase has lasted long enough.
    var phaseDeadline: Instant?
    var input = ByteBuffer()
    var output: OutgoingBytes
    var outputs = OutputQueue<Output>()
    var headReader: RequestHeadReader
    var bodyReader: BodyReader
    /// The request that is being read or answered.
    var head: RequestHead?
    var hasReceivedEnd = false
    var isStopping = false
    var discardedBytes = 0

    public init(limits: HTTPLimits = HTTPLimits(), at now: Instant) {
        self.limits = limits
        output = OutgoingBytes(timeout: limits.writeTimeout)
        headReader = RequestHeadReader(limits: limits)
        bodyReader = BodyReader(.none, limits: limits)
        phaseDeadline = now + limits.headerTimeout
    }

    /// The next thing to do; nil when there is none.
    public mutating func nextOutput() -> Output? { outputs.next() }

    /// Whether to read on.
    ///
    /// While it is false the client's bytes stay in the kernel, and slow it down.
    public var wantsInput: Bool {
        switch phase {
        case .idle, .head, .body: !hasReceivedEnd && !isHeldBack
        case .lingering: !hasReceivedEnd
        case .answering, .draining, .upgraded, .finished: false
        }
    }

    /// Whether a request is being read or answered, or an answer written.
    public var isBusy: Bool { phase != .idle || !output.isEmpty || !input.isEmpty }

    /// Whether `respond` is awaited.
    public var awaitsAnswer: Bool { phase == .answering }

    /// When `advance` is to be called; nil for never.
    public var nextDeadline: Instant? {
        guard let write = output.deadline else { return phaseDeadline }
        return phaseDeadline.map { min($0, write) } ?? write
    }

    /// Too much waits to be written for another request to be looked at.
    var isHeldBack: Bool { output.count > limits.outgoingBytes }
}
