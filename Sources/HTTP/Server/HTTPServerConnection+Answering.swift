public import SansIO

/// From responses to bytes, and the connection's end.
extension HTTPServerConnection {
    /// The bytes to write next.
    public var outgoing: Span<UInt8> {
        @_lifetime(borrow self)
        get { output.span }
    }

    /// Whether bytes wait to be written.
    public var hasOutgoing: Bool { !output.isEmpty }

    /// Answers the request that came out last; ignored when it was answered meanwhile, by a time-out.
    public mutating func respond(_ response: HTTPResponse, at now: Instant) {
        guard phase == .answering else { return }
        let closes = isLast(response)
        write(response, closes: closes, at: now)
        head = nil
        if closes { drain(at: now) } else { becomeIdle(at: now) }
    }

    /// Whether the connection ends behind the response.
    private func isLast(_ response: HTTPResponse) -> Bool {
        guard let head, head.isPersistent, !isStopping else { return true }
        return response.headers.hasToken("close", in: "Connection")
    }

    /// The first `count` bytes of `outgoing` were written.
    public mutating func consumeOutgoing(_ count: Int, at now: Instant) {
        output.consume(count, at: now)
        if phase == .idle {
            if output.isEmpty { phaseDeadline = now + limits.idleTimeout }
            proceed(at: now)
        } else if phase == .draining {
            drain(at: now)
        }
    }

    /// Does what time demands.
    public mutating func advance(to now: Instant) {
        if let deadline = output.deadline, deadline <= now {
            finish(.slowReader)
            return
        }
        guard let deadline = phaseDeadline, deadline <= now else { return }
        switch phase {
        case .idle: drain(at: now)
        case .head: refuse(HTTPRefusal(.requestTimeout, "the header section took too long"), at: now)
        case .body: refuse(HTTPRefusal(.requestTimeout, "the content took too long"), at: now)
        case .answering: refuse(HTTPRefusal(.serviceUnavailable, "no answer in time"), at: now)
        case .lingering: finish(.closed)
        case .draining, .upgraded, .finished: phaseDeadline = nil
        }
    }

    /// Ends the connection behind the answer to the request it has, or at once when it has none.
    public mutating func stop(at now: Instant) {
        isStopping = true
        if phase == .idle, input.isEmpty { drain(at: now) }
    }

    mutating func refuse(_ refusal: HTTPRefusal, at now: Instant) {
        outputs.append(.refused(refusal))
        write(refusal.response, closes: true, at: now)
        drain(at: now)
    }

    private mutating func write(_ response: HTTPResponse, closes: Bool, at now: Instant) {
        let line = head?.line ?? headReader.line
        let encoder = ResponseEncoder(
            answersHead: line?.method == .head,
            closes: closes,
            version: line?.version ?? .http11
        )
        output.append(encoder.encode(response), at: now)
    }

    private mutating func becomeIdle(at now: Instant) {
        phase = .idle
        phaseDeadline = output.isEmpty ? now + limits.idleTimeout : nil
        proceed(at: now)
    }

    /// Nothing more is read; when everything is written our direction ends.
    mutating func drain(at now: Instant) {
        phase = .draining
        phaseDeadline = nil
        input = ByteBuffer()
        guard output.isEmpty else { return }
        outputs.append(.endOfWriting)
        if hasReceivedEnd { finish(.closed) } else { enter(.lingering, for: limits.lingerTimeout, at: now) }
    }

    mutating func finish(_ ending: HTTPEnding) {
        guard phase != .finished else { return }
        phase = .finished
        phaseDeadline = nil
        output = OutgoingBytes(timeout: limits.writeTimeout)
        input = ByteBuffer()
        outputs.append(.finished(ending))
    }
}
