public import SansIO

/// From messages to bytes.
extension WebSocketConnection {
    /// The bytes to write next.
    public var outgoing: Span<UInt8> {
        @_lifetime(borrow self)
        get { output.span }
    }

    /// Whether bytes wait to be written.
    public var hasOutgoing: Bool { !output.isEmpty }

    /// The first `count` bytes of `outgoing` were written.
    public mutating func consumeOutgoing(_ count: Int, at now: Instant) {
        self.now = now
        output.consume(count, at: now)
        if phase == .draining { drain(at: now) }
    }

    /// Sends a message in one frame; nothing when the WebSocket is not open.
    ///
    /// A peer for which more than `limits.outgoingBytes` wait is given up.
    public mutating func send(_ message: WebSocketMessage, at now: Instant) {
        guard phase == .open else { return }
        switch message {
        case .text(let text): write(.text, Array(text.utf8), at: now)
        case .binary(let bytes): write(.binary, bytes, at: now)
        }
        if output.count > limits.outgoingBytes { breakOff("the peer reads too slowly", .slowReader) }
    }

    /// Says Close, and nothing after it; `closed` follows when the peer has answered or has had its time.
    ///
    /// A code that must not be sent makes an empty Close; the reason is cut to the 123 bytes there are for it.
    public mutating func close(_ code: WebSocketCloseCode = .normal, reason: String = "", at now: Instant) {
        switch phase {
        case .opening:
            breakOff("closed before it was open", .closed)
        case .open:
            writeClose(code, reason, at: now)
            phase = .closing
            phaseDeadline = now + limits.closeTimeout
        case .closing, .draining, .lingering, .finished:
            break
        }
    }

    mutating func writeClose(_ code: WebSocketCloseCode, _ reason: String, at now: Instant) {
        guard code.mayBeSent else {
            write(.close, [], at: now)
            return
        }
        var text = reason[...]
        while text.utf8.count > 123 { text = text.dropLast() }
        write(.close, [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + text.utf8, at: now)
    }

    /// Writes one frame, masked if we are the client.
    mutating func write(_ opcode: WebSocketOpcode, _ payload: [UInt8], at now: Instant) {
        let mask = generator.map { _ in WebSocketMask(drawMask()) }
        let header = WebSocketFrameHeader(opcode, payloadLength: payload.count, mask: mask)
        output.append(header.encoded, at: now)
        output.append(mask.map { $0.applied(to: payload[...], from: 0) } ?? payload[...], at: now)
    }

    private mutating func drawMask() -> UInt32 {
        UInt32(truncatingIfNeeded: generator?.next() ?? 0)
    }
}
