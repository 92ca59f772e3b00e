public import SansIO

/// From bytes to frames.
extension WebSocketConnection {
    /// Bytes that have arrived, in order; cut anywhere.
    public mutating func receive(_ bytes: Span<UInt8>, at now: Instant) {
        self.now = now
        guard isReading else { return }
        noteLife(at: now)
        input.append(bytes)
    }

    /// The peer has ended its direction of the stream.
    public mutating func receiveEnd(at now: Instant) {
        self.now = now
        hasReceivedEnd = true
        if phase == .lingering { finish(.closed) }
    }

    /// Reads on up to the next output, as far as the input goes.
    mutating func proceed() {
        do throws(WebSocketViolation) {
            while outputs.isEmpty, !isHeldBack {
                guard try step(at: now) else {
                    // What is incomplete at the end of the stream remains so.
                    if hasReceivedEnd, isReading { breakOff("the stream ended without a Close", .closed) }
                    return
                }
            }
        } catch {
            fail(error, at: now)
        }
    }

    private mutating func step(at now: Instant) throws(WebSocketViolation) -> Bool {
        switch phase {
        case .opening: readAnswer(at: now)
        case .open, .closing: try readFrame(at: now)
        case .draining, .lingering, .finished: false
        }
    }

    private mutating func readFrame(at now: Instant) throws(WebSocketViolation) -> Bool {
        guard let frame else {
            guard let next = try WebSocketFrameHeader(from: &input, isMasked: generator == nil) else {
                return false
            }
            try begin(next)
            frame = next
            frameOffset = 0
            return true
        }
        let bytes = input.take(frame.payloadLength - frameOffset)
        try take(bytes, of: frame)
        frameOffset += bytes.count
        guard frameOffset == frame.payloadLength else { return false }
        self.frame = nil
        try end(frame, at: now)
        return true
    }

    /// Whether the frame may come now, and whether its message is not too long.
    private mutating func begin(_ frame: WebSocketFrameHeader) throws(WebSocketViolation) {
        switch frame.opcode {
        case .continuation:
            guard fragments != nil else { throw .malformed("a continuation of nothing") }
        case .text, .binary:
            guard fragments == nil else { throw .malformed("a new message within a fragmented one") }
            fragments = Fragments(isText: frame.opcode == .text)
        case .close, .ping, .pong:
            return
        }
        guard frame.payloadLength <= limits.messageBytes - (fragments?.bytes.count ?? 0) else {
            throw WebSocketViolation(
                code: .messageTooBig,
                detail: "a message of more than \(limits.messageBytes) bytes"
            )
        }
    }

    private mutating func take(
        _ bytes: ArraySlice<UInt8>,
        of frame: WebSocketFrameHeader
    ) throws(WebSocketViolation) {
        let plain = frame.mask.map { $0.applied(to: bytes, from: frameOffset) } ?? bytes
        guard !frame.opcode.isControl else {
            control += plain
            return
        }
        if fragments?.isText == true {
            for byte in plain where fragments?.validator.accepts(byte) != true { throw .invalidText }
        }
        fragments?.bytes.append(contentsOf: plain)
    }

    private mutating func end(_ frame: WebSocketFrameHeader, at now: Instant) throws(WebSocketViolation) {
        guard frame.opcode.isControl else {
            if frame.isFinal { try endMessage() }
            return
        }
        let payload = control
        control = []
        switch frame.opcode {
        case .ping: if phase == .open { write(.pong, payload, at: now) }
        case .close: try receiveClose(payload, at: now)
        default: break
        }
    }

    private mutating func endMessage() throws(WebSocketViolation) {
        guard let message = fragments else { return }
        fragments = nil
        guard message.isText else {
            outputs.append(.message(.binary(message.bytes)))
            return
        }
        guard message.validator.isComplete else { throw .invalidText }
        outputs.append(.message(.text(String(decoding: message.bytes, as: UTF8.self))))
    }
}

extension WebSocketViolation {
    static let invalidText = WebSocketViolation(code: .invalidPayload, detail: "text that is not UTF-8")
}
