import HTTP
import SansIO
import Testing

struct WebSocketServerTests {
    /// RFC 6455 §1.3 gives the key and the answer to it.
    @Test func answersTheHandshakeOfTheRFC() {
        let answer = WebSocketServerConversation([Frame.close(1000)]).answer
        #expect(answer.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
        #expect(answer.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
        #expect(answer.contains("\r\nSec-WebSocket-Protocol: chat\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n"))
    }

    @Test(arguments: WebSocketCorpus.all) func keepsTheRules(_ sample: WebSocketCorpus.Sample) {
        let outcome = WebSocketServerConversation([sample.bytes[...]])
        #expect(outcome.messages == sample.messages)
        #expect(outcome.frames?.last?.first == 0x88)
        #expect(outcome.frames?.last?.closeCode == sample.closeCode)
        #expect(outcome.closure?.isClean == !sample.isViolation)
        #expect(outcome.ending == .closed)
    }

    @Test(arguments: WebSocketCorpus.all) func cutsMakeNoDifference(_ sample: WebSocketCorpus.Sample) {
        let bytes = sample.bytes
        let whole = WebSocketServerConversation([bytes[...]])
        for cut in bytes.indices {
            #expect(WebSocketServerConversation([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
        }
        #expect(WebSocketServerConversation(bytes.indices.map { bytes[$0...$0] }) == whole)
    }

    @Test func answersPingsInOrderWithMessages() {
        let outcome = WebSocketServerConversation([
            Frame(0x89, "1"), Frame(0x81, "a"), Frame(0x89), .close(1000),
        ])
        #expect(outcome.frames == [Frame(0x8A, "1"), Frame(0x81, "a"), Frame(0x8A), .close(1000)])
    }

    @Test func takesFramesThatCameWithTheHandshake() throws {
        let now = Instant(nanoseconds: 0)
        var connection = HTTPServerConnection(at: now)
        connection.receive(
            (WebSocketServerConversation.handshake + Frame(0x81, "early").masked).span,
            at: now
        )
        _ = connection.nextOutput()
        var socket = try connection.upgrade(at: now)
        let output = socket.nextOutput()
        #expect(output == .message(.text("early")))
    }

    @Test func boundsAMessage() {
        var limits = WebSocketLimits()
        limits.messageBytes = 10
        let whole = WebSocketServerConversation(
            [Frame(0x82, [UInt8](repeating: 0, count: 10)), .close(1000)],
            limits: limits
        )
        #expect(whole.frames?.last?.closeCode == 1000)
        let tooLong = WebSocketServerConversation(
            [Frame(0x82, [UInt8](repeating: 0, count: 11))],
            limits: limits
        )
        #expect(tooLong.frames?.last?.closeCode == 1009)
        let fragments = [Frame(0x02, "012345"), Frame(0x00, "6789"), Frame(0x80, "A")]
        #expect(WebSocketServerConversation(fragments, limits: limits).frames?.last?.closeCode == 1009)
    }

    @Test func aBrokenStreamIsAnAbnormalClosure() {
        let outcome = WebSocketServerConversation([Frame(0x81, "a")])
        #expect(outcome.closure?.code == .abnormal)
        #expect(outcome.closure?.isClean == false)
    }

    @Test(arguments: [
        ("GET", "13", "websocket", "Upgrade", "dGhlIHNhbXBsZSBub25jZQ==", 101),
        ("GET", "13", "WebSocket", "keep-alive, upgrade", "dGhlIHNhbXBsZSBub25jZQ==", 101),
        ("POST", "13", "websocket", "Upgrade", "dGhlIHNhbXBsZSBub25jZQ==", 400),
        ("GET", "12", "websocket", "Upgrade", "dGhlIHNhbXBsZSBub25jZQ==", 426),
        ("GET", "13, 8", "websocket", "Upgrade", "dGhlIHNhbXBsZSBub25jZQ==", 426),
        ("GET", "13", "h2c", "Upgrade", "dGhlIHNhbXBsZSBub25jZQ==", 426),
        ("GET", "13", "websocket", "close", "dGhlIHNhbXBsZSBub25jZQ==", 426),
        ("GET", "13", "websocket", "Upgrade", "dGhlIHNhbXBsZSBub25jZQ", 400),
        ("GET", "13", "websocket", "Upgrade", "c2hvcnQ=", 400),
        ("GET", "13", "websocket", "Upgrade", "", 400),
    ])
    func refusesAWrongHandshake(
        _ method: String,
        _ version: String,
        _ upgrade: String,
        _ connection: String,
        _ key: String,
        _ status: Int
    ) {
        let now = Instant(nanoseconds: 0)
        var http = HTTPServerConnection(at: now)
        let lines = [
            "\(method) / HTTP/1.1", "Host: a", "Upgrade: \(upgrade)", "Connection: \(connection)",
            "Sec-WebSocket-Version: \(version)", "Sec-WebSocket-Key: \(key)", "", "",
        ]
        http.receive(Array(lines.joined(separator: "\r\n").utf8).span, at: now)
        _ = http.nextOutput()
        do throws(HTTPRefusal) {
            _ = try http.upgrade(at: now)
            #expect(status == 101)
        } catch {
            #expect(error.status.code == status)
            #expect(status != 426 || error.headers["Upgrade"] == "websocket")
            let awaitsAnswer = http.awaitsAnswer
            #expect(awaitsAnswer)
        }
    }
}
