public import SansIO

/// The end of a WebSocket, and the deadlines that bring it about. RFC 6455 §7
extension WebSocketConnection {
    /// Does what time demands.
    public mutating func advance(to now: Instant) {
        self.now = now
        if let deadline = output.deadline, deadline <= now {
            breakOff("the peer reads too slowly", .slowReader)
        }
        if let deadline = phaseDeadline, deadline <= now {
            switch phase {
            case .opening: breakOff("no answer to the handshake in time", .closed)
            case .closing: breakOff("no answer to our Close in time", .closed)
            case .lingering: finish(.closed)
            case .open, .draining, .finished: phaseDeadline = nil
            }
        }
        if let deadline = silenceDeadline, deadline <= now { endSilence(at: now) }
    }

    private mutating func endSilence(at now: Instant) {
        guard phase == .open, let interval = limits.pingInterval else {
            silenceDeadline = nil
            return
        }
        guard wantsInput else {
            // It may well have spoken: what it has sent is not read at present.
            silenceDeadline = now + interval
            return
        }
        guard !awaitsPong else {
            breakOff("no answer to our Ping in time", .closed)
            return
        }
        awaitsPong = true
        silenceDeadline = now + limits.pongTimeout
        write(.ping, [], at: now)
    }

    /// Any byte of the peer is a sign of life, not a Pong alone.
    mutating func noteLife(at now: Instant) {
        awaitsPong = false
        silenceDeadline = phase == .open ? limits.pingInterval.map { now + $0 } : nil
    }

    mutating func receiveClose(_ payload: [UInt8], at now: Instant) throws(WebSocketViolation) {
        var code = WebSocketCloseCode.noStatus
        var reason = ""
        if !payload.isEmpty {
            guard payload.count >= 2 else { throw .malformed("a Close with half a code") }
            code = WebSocketCloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
            guard code.mayBeSent else { throw .malformed("close code \(code), which is never sent") }
            guard let text = String(validating: payload[2...], as: UTF8.self) else { throw .invalidText }
            reason = text
        }
        if phase == .open { writeClose(code, "", at: now) }
        isClean = true
        outputs.append(.closed(WebSocketClosure(code: code, reason: reason, isClean: true)))
        drain(at: now)
    }

    /// Fails the connection: the peer is told why, unless we have said Close already.
    mutating func fail(_ violation: WebSocketViolation, at now: Instant) {
        if phase == .open { writeClose(violation.code, violation.detail, at: now) }
        let closure = WebSocketClosure(code: violation.code, reason: violation.detail, isClean: false)
        outputs.append(.closed(closure))
        drain(at: now)
    }

    /// Ends without a word: the peer is gone, or too slow to be told.
    mutating func breakOff(_ reason: String, _ ending: HTTPEnding) {
        if isReading {
            outputs.append(.closed(WebSocketClosure(code: .abnormal, reason: reason, isClean: false)))
        }
        finish(ending)
    }

    /// Nothing more is read; when everything is written our direction ends.
    ///
    /// After a clean close the server ends the stream first, as RFC 6455 §7.1.1 asks: the client then need not
    /// hold on to the connection's ports.
    mutating func drain(at now: Instant) {
        phase = .draining
        phaseDeadline = nil
        silenceDeadline = nil
        input = ByteBuffer()
        fragments = nil
        guard output.isEmpty else { return }
        if generator == nil || !isClean { outputs.append(.endOfWriting) }
        guard !hasReceivedEnd else {
            finish(.closed)
            return
        }
        phase = .lingering
        phaseDeadline = now + limits.lingerTimeout
    }

    mutating func finish(_ ending: HTTPEnding) {
        guard phase != .finished else { return }
        phase = .finished
        phaseDeadline = nil
        silenceDeadline = nil
        output = OutgoingBytes(timeout: limits.writeTimeout)
        input = ByteBuffer()
        fragments = nil
        outputs.append(.finished(ending))
    }
}
