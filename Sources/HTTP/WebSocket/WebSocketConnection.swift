public import SansIO

/// One WebSocket, from either side: bytes in, messages out, and the other way round. RFC 6455
///
/// ```
/// client: opening ──101──▶ ┐                ┌── close ──▶ closing ──their Close──▶ ┐
/// server: HTTP's upgrade ─▶ open ───────────┤                                      ├─▶ draining ─▶ lingering
///                                           ├── their Close, answered ───────────▶ ┤          ─▶ finished
///                                           └── a violation, told by a Close ────▶ ┘
/// ```
///
/// The owner drives it as it drives `HTTPServerConnection`. Pings are answered, and sent when the peer is
/// silent; Close is answered. A peer that breaks a rule is told which by the close code, and nothing it sends
/// after that counts. Text is UTF-8, checked byte by byte as it comes. No extension is spoken.
public struct WebSocketConnection: ~Copyable {
    /// What the owner is to do.
    public enum Output: Hashable, Sendable {
        /// The server has taken our offer; for clients only.
        case opened(subprotocol: String?, HTTPHeaders)
        /// The server has answered something other than 101; for clients only.
        case refused(HTTPResponse)
        case message(WebSocketMessage)
        /// No message comes after this one, and none can be sent.
        case closed(WebSocketClosure)
        /// Everything was written: end our direction of the stream.
        case endOfWriting
        /// Let go of the connection; nothing follows.
        case finished(HTTPEnding)
    }

    enum Phase: Hashable {
        case opening
        case open
        /// We have sent Close and wait for the peer's.
        case closing
        /// What waits is being written, the last of it a Close.
        case draining
        /// We wait for the peer's end of the stream.
        case lingering
        case finished
    }

    /// The data message of which fragments have come.
    struct Fragments {
        var isText: Bool
        var bytes: [UInt8] = []
        var validator = UTF8Validator()
    }

    public let limits: WebSocketLimits

    /// The time of the last call that told it.
    var now: Instant
    var phase: Phase
    /// When the phase has lasted long enough.
    var phaseDeadline: Instant?
    /// When the peer's silence calls for a Ping, or for giving it up.
    var silenceDeadline: Instant?
    var awaitsPong = false
    var input: ByteBuffer
    var output: OutgoingBytes
    var outputs = OutputQueue<Output>()
    /// Draws the masks; the client's side only.
    var generator: (any RandomNumberGenerator)?
    var upgrade: UpgradeReader?

    /// The frame whose payload is being read.
    var frame: WebSocketFrameHeader?
    var frameOffset = 0
    var control: [UInt8] = []
    var fragments: Fragments?

    var hasReceivedEnd = false
    /// Whether both sides have said Close.
    var isClean = false

    /// The server's side, behind the upgrade of an HTTP connection.
    init(
        upgrading input: consuming ByteBuffer,
        limits: WebSocketLimits,
        at now: Instant
    ) {
        self.limits = limits
        self.now = now
        self.input = input
        phase = .open
        output = OutgoingBytes(timeout: limits.writeTimeout)
        silenceDeadline = limits.pingInterval.map { now + $0 }
    }

    /// The client's side: `outgoing` begins with the handshake.
    public init(
        connecting opening: WebSocketOpening,
        limits: WebSocketLimits = WebSocketLimits(),
        generator: any RandomNumberGenerator,
        at now: Instant
    ) {
        var generator = generator
        let key = WebSocketKey.random(using: &generator)
        self.limits = limits
        self.now = now
        self.generator = generator
        input = ByteBuffer()
        phase = .opening
        phaseDeadline = now + limits.openingTimeout
        output = OutgoingBytes(timeout: limits.writeTimeout)
        output.append(opening.request(key: key), at: now)
        upgrade = UpgradeReader(
            key: key,
            subprotocols: opening.subprotocols,
            bodyLimit: limits.refusalBytes
        )
    }

    /// The next thing to do; nil when there is none.
    ///
    /// Frames are looked at when what came before them was taken and not too much waits to be written: a
    /// message is answered before the Ping or the Close behind it, however the stream was cut.
    public mutating func nextOutput() -> Output? {
        if outputs.isEmpty { proceed() }
        return outputs.next()
    }

    /// Whether messages can be sent.
    public var isOpen: Bool { phase == .open }

    /// Whether to read on.
    ///
    /// While it is false the peer's bytes stay in the kernel, and slow it down.
    public var wantsInput: Bool {
        switch phase {
        case .opening, .open, .closing: !hasReceivedEnd && !isHeldBack
        case .lingering: !hasReceivedEnd
        case .draining, .finished: false
        }
    }

    /// Whether what the peer sends still counts.
    var isReading: Bool {
        switch phase {
        case .opening, .open, .closing: true
        case .draining, .lingering, .finished: false
        }
    }

    /// When `advance` is to be called; nil for never.
    public var nextDeadline: Instant? {
        var earliest = output.deadline
        for deadline in [phaseDeadline, silenceDeadline] {
            guard let deadline else { continue }
            earliest = min(earliest ?? deadline, deadline)
        }
        return earliest
    }

    /// Too much waits to be written for another frame to be looked at.
    var isHeldBack: Bool { output.count > limits.heldBackBytes }
}
