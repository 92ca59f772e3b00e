internal import HTTP
internal import SansIO

/// One connection of a server: first HTTP, then perhaps a WebSocket.
final class ServedConnection {
    let id: ConnectionID
    let peer: HTTPPeer
    let channel: StreamChannel
    var http: HTTPServerConnection
    /// In place of `http`, after the upgrade.
    private(set) var webSocket: WebSocketConnection?
    private(set) var isUpgraded = false
    /// Told of the WebSocket's events; nil when it was told of its end.
    var handler: WebSocketAcceptance.Handler?
    /// What the poller watches it for.
    var watched: Poller.Interest = .read
    /// Whether it waits to be looked at again.
    var isDirty = false
    /// When its timer is set to go off.
    var timer: Instant?

    init(_ id: ConnectionID, _ channel: StreamChannel, limits: HTTPLimits, at now: Instant) {
        self.id = id
        self.channel = channel
        peer = HTTPPeer(endpoint: channel.socket.peer, isTLS: channel.transport == .tls)
        http = HTTPServerConnection(limits: limits, at: now)
    }

    var wantsInput: Bool { webSocket?.wantsInput ?? http.wantsInput }
    var nextDeadline: Instant? { isUpgraded ? webSocket?.nextDeadline : http.nextDeadline }
    var hasOutgoing: Bool { webSocket?.hasOutgoing ?? http.hasOutgoing }

    func upgrade(
        with acceptance: WebSocketAcceptance,
        limits: WebSocketLimits,
        at now: Instant
    ) throws(HTTPRefusal) {
        webSocket = try http.upgrade(
            subprotocol: acceptance.subprotocol,
            headers: acceptance.headers,
            limits: limits,
            at: now
        )
        isUpgraded = true
        handler = acceptance.handler
    }

    func receive(_ bytes: Span<UInt8>, at now: Instant) {
        if isUpgraded { webSocket?.receive(bytes, at: now) } else { http.receive(bytes, at: now) }
    }

    func receiveEnd(at now: Instant) {
        if isUpgraded { webSocket?.receiveEnd(at: now) } else { http.receiveEnd(at: now) }
    }

    func advance(to now: Instant) {
        if isUpgraded { webSocket?.advance(to: now) } else { http.advance(to: now) }
    }

    /// Writes what waits as far as the socket takes it; whether it took anything.
    func flush(at now: Instant) throws(StreamError) -> Bool {
        var hasWritten = false
        while hasOutgoing {
            let count = try writeOnce()
            guard count > 0 else { break }
            hasWritten = true
            if isUpgraded {
                webSocket?.consumeOutgoing(count, at: now)
            } else {
                http.consumeOutgoing(count, at: now)
            }
        }
        return hasWritten
    }

    private func writeOnce() throws(StreamError) -> Int {
        if isUpgraded { try webSocket?.write(to: channel) ?? 0 } else { try http.write(to: channel) }
    }
}

/// What a WebSocket does; nothing before the upgrade.
extension ServedConnection {
    func nextWebSocketOutput() -> WebSocketConnection.Output? { webSocket?.nextOutput() }

    func send(_ message: WebSocketMessage, at now: Instant) {
        webSocket?.send(message, at: now)
    }

    func close(_ code: WebSocketCloseCode, reason: String, at now: Instant) {
        webSocket?.close(code, reason: reason, at: now)
    }

    /// Lets the connection come to its end.
    func stop(at now: Instant) {
        if isUpgraded { webSocket?.close(.goingAway, at: now) } else { http.stop(at: now) }
    }
}
