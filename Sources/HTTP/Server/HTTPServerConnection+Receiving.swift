public import SansIO

/// From bytes to requests.
extension HTTPServerConnection {
    /// Bytes that have arrived, in order; cut anywhere.
    public mutating func receive(_ bytes: Span<UInt8>, at now: Instant) {
        switch phase {
        case .idle, .head, .body, .answering:
            input.append(bytes)
            proceed(at: now)
        case .lingering:
            discardedBytes += bytes.count
            if discardedBytes > limits.lingerBytes { finish(.closed) }
        case .draining, .upgraded, .finished:
            break
        }
    }

    /// The client has ended its direction of the stream; what it asked for before is still answered.
    public mutating func receiveEnd(at now: Instant) {
        hasReceivedEnd = true
        if phase == .lingering { finish(.closed) } else { proceed(at: now) }
    }

    /// Reads on as far as the input goes and the application's answers allow.
    mutating func proceed(at now: Instant) {
        do throws(HTTPRefusal) {
            while try step(at: now) {}
        } catch {
            refuse(error, at: now)
        }
    }

    /// One step of reading; false when there is none to take now.
    private mutating func step(at now: Instant) throws(HTTPRefusal) -> Bool {
        switch phase {
        case .idle where !input.isEmpty && !isHeldBack:
            enter(.head, for: limits.headerTimeout, at: now)
            return true
        case .head:
            guard let head = try headReader.next(from: &input) else { break }
            beginBody(head, at: now)
            return true
        case .body:
            guard let head, let body = try bodyReader.next(from: &input) else { break }
            enter(.answering, for: limits.answerTimeout, at: now)
            bodyReader = BodyReader(.none, limits: limits)
            outputs.append(.request(head.request(body: body)))
            return false
        case .answering, .draining, .lingering, .upgraded, .finished, .idle:
            break
        }
        // What is incomplete now remains so.
        let isWaiting = phase == .head || phase == .body || (phase == .idle && input.isEmpty)
        if hasReceivedEnd, isWaiting { drain(at: now) }
        return false
    }

    private mutating func beginBody(_ head: RequestHead, at now: Instant) {
        self.head = head
        headReader = RequestHeadReader(limits: limits)
        bodyReader = BodyReader(head.framing, limits: limits)
        enter(.body, for: limits.bodyTimeout, at: now)
        // Told even when content has come already, so that the answer does not depend on when it does.
        if head.expectsContinue { output.append(ResponseEncoder.encode(.continue, [:]), at: now) }
    }

    mutating func enter(_ next: Phase, for time: Duration, at now: Instant) {
        phase = next
        phaseDeadline = now + time
    }
}
