import HTTP
import SansIO

/// A client and a server whose bytes reach each other at once, on a clock that the test moves.
struct WebSocketPair: ~Copyable {
    var client: WebSocketConnection
    var server: WebSocketConnection
    var now = Instant(nanoseconds: 1_000_000_000)
    /// Whether bytes pass at all.
    var isConnected = true
    /// The header fields of the client's request.
    private(set) var request: HTTPRequest?

    init(
        subprotocols: [String] = [],
        limits: WebSocketLimits = WebSocketLimits(),
        serverLimits: WebSocketLimits? = nil
    ) throws {
        client = WebSocketConnection(
            connecting: WebSocketOpening(
                host: "server.example",
                target: HTTPTarget(path: "/realtime", query: "v=1"),
                subprotocols: subprotocols,
                headers: ["Authorization": "Bearer x"]
            ),
            limits: limits,
            generator: SeededRandom(seed: 1),
            at: now
        )
        var http = HTTPServerConnection(at: now)
        http.receive(client.takeOutgoing(at: now).span, at: now)
        if case .request(let request)? = http.nextOutput() { self.request = request }
        server = try http.upgrade(subprotocol: subprotocols.last, limits: serverLimits ?? limits, at: now)
    }

    /// Carries bytes, and ends of streams, to and fro until both are silent; what came out at both ends.
    mutating func exchange() -> (client: [WebSocketConnection.Output], server: [WebSocketConnection.Output]) {
        var (atClient, atServer): ([WebSocketConnection.Output], [WebSocketConnection.Output]) = ([], [])
        while true {
            let (outputs, others) = (client.takeOutputs(), server.takeOutputs())
            atClient += outputs
            atServer += others
            guard isConnected else { return (atClient, atServer) }
            let (fromClient, fromServer) = (client.takeOutgoing(at: now), server.takeOutgoing(at: now))
            if !fromClient.isEmpty { server.receive(fromClient.span, at: now) }
            if !fromServer.isEmpty { client.receive(fromServer.span, at: now) }
            if outputs.contains(.endOfWriting) || outputs.contains(.finished(.closed)) {
                server.receiveEnd(at: now)
            }
            if others.contains(.endOfWriting) || others.contains(.finished(.closed)) {
                client.receiveEnd(at: now)
            }
            if outputs.isEmpty, others.isEmpty, fromClient.isEmpty, fromServer.isEmpty {
                return (atClient, atServer)
            }
        }
    }

    /// Moves the clock to the next deadline of either side.
    mutating func advance() {
        let deadlines = [client.nextDeadline, server.nextDeadline].compactMap { $0 }
        guard let next = deadlines.min() else { return }
        now = max(now, next)
        client.advance(to: now)
        server.advance(to: now)
    }
}

extension [WebSocketConnection.Output] {
    var closure: WebSocketClosure? {
        for case .closed(let closure) in self { return closure }
        return nil
    }

    var messages: [WebSocketMessage] {
        compactMap { output in
            guard case .message(let message) = output else { return nil }
            return message
        }
    }
}
