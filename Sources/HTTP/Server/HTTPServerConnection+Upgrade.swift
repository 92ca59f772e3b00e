public import SansIO

/// From HTTP to WebSocket. RFC 6455 §4.2
extension HTTPServerConnection {
    /// Accepts the WebSocket that the request which came out last asks for; throws the answer that it gets
    /// instead when it does not ask rightly, which is still to be given by `respond`.
    ///
    /// What was written and not taken goes on with the WebSocket, so does what has come behind the request;
    /// this connection is done with. `subprotocol` is told if the client has offered it; `headers` are added
    /// to the answer.
    public mutating func upgrade(
        subprotocol: String? = nil,
        headers: HTTPHeaders = [:],
        limits: WebSocketLimits = WebSocketLimits(),
        at now: Instant
    ) throws(HTTPRefusal) -> WebSocketConnection {
        guard phase == .answering, let head else {
            throw HTTPRefusal(.internalServerError, "no request waits for an answer")
        }
        guard !hasReceivedEnd else { throw .malformed("a WebSocket on a stream that has ended") }
        let offer = try WebSocketOffer(head)
        var fields: HTTPHeaders = [
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": offer.acceptance,
        ]
        if let subprotocol, offer.subprotocols.contains(subprotocol) {
            fields.append("Sec-WebSocket-Protocol", subprotocol)
        }
        for field in headers.fields { fields.append(field.name, field.value) }
        var socket = WebSocketConnection(
            upgrading: input,
            limits: limits,
            at: now
        )
        socket.takeOver(output, with: ResponseEncoder.encode(.switchingProtocols, fields), at: now)
        phase = .upgraded
        phaseDeadline = nil
        input = ByteBuffer()
        output = OutgoingBytes(timeout: self.limits.writeTimeout)
        return socket
    }
}

extension WebSocketConnection {
    /// Writes what HTTP has left, and the answer.
    mutating func takeOver(_ earlier: consuming OutgoingBytes, with answer: [UInt8], at now: Instant) {
        var earlier = earlier
        output.append(earlier.takeAll(), at: now)
        output.append(answer, at: now)
    }
}
