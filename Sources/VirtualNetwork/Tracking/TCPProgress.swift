/// How far a TCP connection has come, as a box in its path sees it.
///
///     opening ──ACK out, answer in──▶ established ──FIN both ways, or RST──▶ closing
///        ▲                                                                      │
///        └──────────────────────────── SYN out ─────────────────────────────────┘
///
/// Opening and closing are what RFC 5382 §5 calls transitory. A connection whose beginning was not seen
/// (the box was restarted) opens with its next segments, so that the other side's RST finds its way back.
struct TCPProgress: Hashable, BitwiseCopyable {
    private var hasSentACK = false
    private var hasAnswer = false
    private var hasSentFIN = false
    private var hasReceivedFIN = false
    private var isReset = false

    init() {}

    /// Whether it counts as established, and not as transitory.
    var isEstablished: Bool {
        hasSentACK && hasAnswer && !isClosing
    }

    private var isClosing: Bool { isReset || (hasSentFIN && hasReceivedFIN) }

    /// Takes in a segment of the inside host.
    mutating func noteOutbound(_ flags: TCPFlags) {
        if flags.contains(.syn), !flags.contains(.ack), isClosing { self = TCPProgress() }
        if flags.contains(.ack), !flags.contains(.syn) { hasSentACK = true }
        if flags.contains(.fin) { hasSentFIN = true }
        if flags.contains(.rst) { isReset = true }
    }

    /// Takes in a segment of the outside host.
    mutating func noteInbound(_ flags: TCPFlags) {
        if flags.contains(.syn) || flags.contains(.ack) { hasAnswer = true }
        if flags.contains(.fin) { hasReceivedFIN = true }
        if flags.contains(.rst) { isReset = true }
    }
}
