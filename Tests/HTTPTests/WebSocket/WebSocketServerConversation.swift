import HTTP
import SansIO

/// What a server made of a stream: a handshake, then frames, every message being sent back.
struct WebSocketServerConversation: Equatable {
    static let handshake = Array(
        """
        GET /chat HTTP/1.1\r
        Host: server.example.com\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Protocol: chat, superchat\r
        Sec-WebSocket-Version: 13\r
        \r

        """.utf8
    )

    var answer = ""
    var messages: [WebSocketMessage] = []
    var closure: WebSocketClosure?
    var ending: HTTPEnding?
    /// What was written behind the answer to the handshake.
    var frames: [Frame]?

    /// The handshake, then `pieces`, then the end of the stream.
    init(_ pieces: [ArraySlice<UInt8>], limits: WebSocketLimits = WebSocketLimits()) {
        let now = Instant(nanoseconds: 0)
        var socket = Self.open(limits: limits, at: now)
        var waiting = pieces[...]
        var written: [UInt8] = []
        var hasEnded = false
        while ending == nil {
            while let output = socket.nextOutput() {
                switch output {
                case .message(let message):
                    messages.append(message)
                    socket.send(message, at: now)
                case .closed(let how): closure = how
                case .finished(let how): ending = how
                case .opened, .refused, .endOfWriting: break
                }
            }
            if !socket.outgoing.isEmpty {
                written += socket.takeOutgoing(at: now)
            } else if socket.wantsInput, let piece = waiting.popFirst() {
                socket.receive(Array(piece).span, at: now)
            } else if !hasEnded {
                hasEnded = true
                socket.receiveEnd(at: now)
            } else {
                break
            }
        }
        answer = String(
            decoding: written.prefix { $0 != 0x81 && $0 != 0x82 && $0 != 0x88 && $0 != 0x8A },
            as: UTF8.self
        )
        frames = Frame.parse(Array(written.dropFirst(answer.utf8.count)))
    }

    init(_ frames: [Frame], limits: WebSocketLimits = WebSocketLimits()) {
        self.init([frames.flatMap(\.masked)[...]], limits: limits)
    }

    /// The server's side of an open WebSocket, its answer to the handshake still unwritten.
    static func open(limits: WebSocketLimits = WebSocketLimits(), at now: Instant) -> WebSocketConnection {
        var connection = HTTPServerConnection(at: now)
        connection.receive(handshake.span, at: now)
        _ = connection.nextOutput()
        do {
            return try connection.upgrade(subprotocol: "chat", limits: limits, at: now)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension WebSocketConnection {
    /// Takes what waits to be written.
    mutating func takeOutgoing(at now: Instant) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in outgoing.indices { bytes.append(outgoing[index]) }
        consumeOutgoing(bytes.count, at: now)
        return bytes
    }

    /// Takes all outputs there are.
    mutating func takeOutputs() -> [Output] {
        var outputs: [Output] = []
        while let output = nextOutput() { outputs.append(output) }
        return outputs
    }
}
