import HTTP
import SansIO
import Testing

/// What a client makes of a server's answers and frames.
struct WebSocketClientTests {
    private static let now = Instant(nanoseconds: 0)
    /// Answers the key that `SeededRandom(seed: 1)` makes.
    private static let accept = "Sec-WebSocket-Accept: \(acceptance)\r\n"
    private static let upgrade =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"

    private static let acceptance: String = {
        var http = HTTPServerConnection(at: now)
        var client = connecting()
        http.receive(client.takeOutgoing(at: now).span, at: now)
        _ = http.nextOutput()
        guard var server = try? http.upgrade(at: now) else { return "" }
        let lines = String(decoding: server.takeOutgoing(at: now), as: UTF8.self).split(separator: "\r\n")
        return lines.first { $0.hasPrefix("Sec-WebSocket-Accept: ") }.map { String($0.dropFirst(22)) } ?? ""
    }()

    private static func connecting() -> WebSocketConnection {
        WebSocketConnection(
            connecting: WebSocketOpening(host: "a", target: HTTPTarget(path: "/"), subprotocols: ["v1"]),
            generator: SeededRandom(seed: 1),
            at: now
        )
    }

    /// What comes out when the server sends `pieces` and then ends the stream.
    private func outcome(_ pieces: [ArraySlice<UInt8>]) -> [WebSocketConnection.Output] {
        var client = Self.connecting()
        _ = client.takeOutgoing(at: Self.now)
        for piece in pieces where client.wantsInput { client.receive(Array(piece).span, at: Self.now) }
        client.receiveEnd(at: Self.now)
        _ = client.takeOutgoing(at: Self.now)
        return client.takeOutputs()
    }

    @Test(arguments: [
        "", accept + "Upgrade: x\r\n", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n",
        accept + "Sec-WebSocket-Extensions: permessage-deflate\r\n",
        accept + "Sec-WebSocket-Protocol: v2\r\n",
        accept + "Sec-WebSocket-Protocol: v1, v1\r\n", accept + accept, accept + " folded\r\n",
    ]) func refusesAWrongAnswer(_ fields: String) {
        let isRight = fields == Self.accept + "Upgrade: x\r\n"
        let outputs = outcome([Array((Self.upgrade + fields + "\r\n").utf8)[...]])
        #expect(outputs.closure?.code == .abnormal)
        #expect(outputs.contains { if case .opened = $0 { true } else { false } } == isRight)
    }

    @Test(arguments: ["HTTP/2 101 x\r\n", "HTTP/1.1 1x1\r\n", "ICY 200 OK\r\n", "\u{0}"])
    func refusesWhatIsNoAnswer(_ answer: String) {
        let outputs = outcome([Array(answer.utf8)[...]])
        #expect(outputs.closure?.code == .abnormal)
        #expect(outputs.last == .finished(.closed))
    }

    @Test(arguments: [
        "Content-Length: 15\r\n\r\n{\"error\":\"gone\"} and more",
        "Transfer-Encoding: chunked\r\n\r\nF\r\n{\"error\":\"gone\"\r\n0\r\n\r\n",
        "\r\n{\"error\":\"gone\"",
    ]) func handsOverARefusal(_ rest: String) {
        let answer = "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 403 Forbidden\r\nX: y\r\n" + rest
        let bytes = Array(answer.utf8)
        let whole = outcome([bytes[...]])
        guard case .refused(let response)? = whole.first else {
            Issue.record("\(whole)")
            return
        }
        #expect(response.status == .forbidden)
        #expect(response.headers["X"] == "y")
        #expect(response.body == Array("{\"error\":\"gone\"".utf8))
        #expect(whole.last == .finished(.closed))
        for cut in bytes.indices { #expect(outcome([bytes[..<cut], bytes[cut...]]) == whole) }
    }

    @Test func cutsMakeNoDifference() {
        let frames = [
            Frame(0x81, "one"), Frame(0x02, "t"), Frame(0x89, "?"), Frame(0x80, "wo"), .close(1001, "bye"),
        ]
        let bytes = Array((Self.upgrade + Self.accept + "\r\n").utf8) + frames.flatMap(\.plain)
        let whole = outcome([bytes[...]])
        #expect(whole.messages == [.text("one"), .binary(Array("two".utf8))])
        #expect(whole.closure == WebSocketClosure(code: .goingAway, reason: "bye", isClean: true))
        for cut in bytes.indices { #expect(outcome([bytes[..<cut], bytes[cut...]]) == whole) }
        #expect(outcome(bytes.indices.map { bytes[$0...$0] }) == whole)
    }

    @Test func refusesAMaskedFrame() {
        let bytes = Array((Self.upgrade + Self.accept + "\r\n").utf8) + Frame(0x81, "a").masked
        #expect(outcome([bytes[...]]).closure?.code == .protocolError)
    }

    @Test func aHandshakeWithoutAnAnswerEnds() {
        var client = Self.connecting()
        _ = client.takeOutgoing(at: Self.now)
        let deadline = client.nextDeadline
        #expect(deadline == Self.now + .seconds(10))
        client.advance(to: Self.now + .seconds(10))
        let outputs = client.takeOutputs()
        #expect(outputs.closure?.code == .abnormal)
        #expect(outputs.last == .finished(.closed))
    }

    @Test func nothingPutIntoTheRequestEndsALine() {
        var client = WebSocketConnection(
            connecting: WebSocketOpening(
                host: "a\r\nX: y",
                target: HTTPTarget(path: "/ HTTP/1.1\r\nX: y"),
                headers: ["X-Y\r\nZ": "a", "B": "c\r\nX: y"]
            ),
            generator: SeededRandom(seed: 1),
            at: Self.now
        )
        var http = HTTPServerConnection(at: Self.now)
        http.receive(client.takeOutgoing(at: Self.now).span, at: Self.now)
        let output = http.nextOutput()
        #expect(output?.status == 400)
    }
}
