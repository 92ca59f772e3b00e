import FuzzDriver
import HTTP
import SansIO

/// Takes any bytes for a peer's frames, as server and as client, in one piece and in pieces: the same comes of
/// it.
@main
struct FuzzWebSocket {
    static func main() {
        Fuzzer.run { start, count in
            let bytes = Fuzzer.bytes(start, count)
            guard let first = bytes.first else { return 0 }
            let stream = bytes.dropFirst()
            let isClient = first & 0x80 != 0
            let whole = FuzzWebSocket.outcome(of: stream, piece: stream.count, isClient: isClient)
            let pieces = FuzzWebSocket.outcome(of: stream, piece: Int(first & 0x7F) + 1, isClient: isClient)
            guard whole == pieces else { fatalError("the pieces make something else than the whole") }
            return 0
        }
    }

    private static let now = Instant(nanoseconds: 0)

    private static var limits: WebSocketLimits {
        var limits = WebSocketLimits()
        limits.messageBytes = 200
        limits.heldBackBytes = 128
        limits.refusalBytes = 64
        return limits
    }

    private static func client() -> WebSocketConnection {
        WebSocketConnection(
            connecting: WebSocketOpening(host: "a", target: HTTPTarget(path: "/"), subprotocols: ["v1"]),
            limits: limits,
            generator: SeededRandom(seed: 1),
            at: now
        )
    }

    /// A server behind the handshake of `client`.
    private static func server(for client: inout WebSocketConnection) -> WebSocketConnection {
        var http = HTTPServerConnection(at: now)
        http.receive(taken(from: &client).span, at: now)
        guard case .request? = http.nextOutput() else { fatalError("our own handshake is refused") }
        do {
            return try http.upgrade(subprotocol: "v1", limits: limits, at: now)
        } catch {
            fatalError("our own handshake is refused: \(error)")
        }
    }

    private static func taken(from connection: inout WebSocketConnection) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in connection.outgoing.indices { bytes.append(connection.outgoing[index]) }
        connection.consumeOutgoing(bytes.count, at: now)
        return bytes
    }

    private struct Outcome: Equatable {
        var outputs: [WebSocketConnection.Output] = []
        var written: [UInt8] = []
    }

    /// For a client the first byte of the stream tells whether it is the answer to the handshake that is fuzzed.
    private static func outcome(of stream: ArraySlice<UInt8>, piece: Int, isClient: Bool) -> Outcome {
        var client = client()
        var server = server(for: &client)
        let answer = taken(from: &server)
        guard isClient else { return outcome(of: stream, piece, &server) }
        if stream.first?.isMultiple(of: 2) == true { client.receive(answer.span, at: now) }
        return outcome(of: stream.dropFirst(), piece, &client)
    }

    private static func outcome(
        of stream: ArraySlice<UInt8>,
        _ piece: Int,
        _ connection: inout WebSocketConnection
    ) -> Outcome {
        var outcome = Outcome()
        var rest = stream
        var hasEnded = false
        while true {
            while let output = connection.nextOutput() {
                outcome.outputs.append(output)
                if case .message(let message) = output { connection.send(message, at: now) }
                if case .finished = output { return outcome }
            }
            if !connection.outgoing.isEmpty {
                outcome.written += taken(from: &connection)
            } else if connection.wantsInput, !rest.isEmpty {
                connection.receive(Array(rest.prefix(piece)).span, at: now)
                rest = rest.dropFirst(piece)
            } else if !hasEnded {
                hasEnded = true
                connection.receiveEnd(at: now)
            } else {
                fatalError("the connection does not come to its end")
            }
        }
    }
}
