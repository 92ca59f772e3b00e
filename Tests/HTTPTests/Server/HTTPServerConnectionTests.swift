import HTTP
import SansIO
import Testing

struct HTTPServerConnectionTests {
    @Test func handsOverAWholeRequest() throws {
        let input = "POST /a%20b?q=1 HTTP/1.1\r\nHost: x\r\nX-One: \t a b \r\nContent-Length: 3\r\n\r\nabc"
        let request = try #require(HTTPConversation(input).requests.first)
        #expect(request.method == .post)
        #expect(request.target == HTTPTarget(path: "/a%20b", query: "q=1"))
        #expect(request.headers["x-one"] == "a b")
        #expect(request.body == Array("abc".utf8))
    }

    @Test func joinsChunks() throws {
        let sample = try #require(HTTPCorpus.wellFormed.first { $0.name == "chunks" })
        #expect(HTTPConversation(sample.input).requests.first?.body == Array("hello0123456789".utf8))
    }

    @Test func answersHeadWithoutContent() {
        let answer = HTTPConversation([Array("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)[...]]) { _ in
            HTTPResponse(.ok, text: "hello")
        }
        #expect(answer.text.contains("Content-Length: 5\r\n"))
        #expect(answer.text.hasSuffix("\r\n\r\n"))
    }

    @Test(arguments: [HTTPStatus.noContent, .notModified]) func givesSomeStatusesNoContent(
        _ status: HTTPStatus
    ) {
        let answer = HTTPConversation([Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)[...]]) { _ in
            HTTPResponse(status, text: "hello")
        }
        #expect(!answer.text.contains("Content-Length"))
        #expect(answer.text.hasSuffix("\r\n\r\n"))
    }

    @Test func tellsAnOldClientThatTheConnectionStays() {
        let kept = HTTPConversation("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
        #expect(kept.text.contains("Connection: keep-alive\r\n"))
        #expect(HTTPConversation("GET / HTTP/1.0\r\n\r\n").text.contains("Connection: close\r\n"))
    }

    @Test func anApplicationMayCloseTheConnection() {
        let two = "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"
        let answer = HTTPConversation([Array(two.utf8)[...]]) { _ in
            HTTPResponse(.ok, headers: ["connection": "close"])
        }
        #expect(answer.statuses == [200])
        #expect(answer.text.contains("Connection: close\r\n"))
    }

    @Test func aValueCannotBeginAnotherField() {
        let answer = HTTPConversation([Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)[...]]) { _ in
            HTTPResponse(.ok, headers: ["X": "a\r\nSet-Cookie: b", "No Token": "x", "Content-Length": "7"])
        }
        #expect(answer.text == "HTTP/1.1 200 OK\r\nX: a  Set-Cookie: b\r\nContent-Length: 0\r\n\r\n")
    }

    @Test func refusesTooMuch() {
        var limits = HTTPLimits()
        limits.requestLineBytes = 40
        limits.headerBytes = 60
        limits.headerCount = 4
        limits.bodyBytes = 10
        limits.chunkExtensionBytes = 8
        let head = "POST / HTTP/1.1\r\nHost: a\r\n"
        let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"
        let cases: [(String, Int)] = [
            ("GET /\(String(repeating: "a", count: 26)) HTTP/1.1\r\nHost: a\r\n\r\n", 200),
            ("GET /\(String(repeating: "a", count: 27)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
            (head + "X: \(String(repeating: "a", count: 50))\r\n\r\n", 200),
            (head + "X: \(String(repeating: "a", count: 51))\r\n\r\n", 431),
            (head + "A:\r\nB:\r\nC:\r\n\r\n", 200),
            (head + "A:\r\nB:\r\nC:\r\nD:\r\n\r\n", 431),
            (head + "Content-Length: 10\r\n\r\n0123456789", 200),
            (head + "Content-Length: 11\r\n\r\n", 413),
            (chunked + "5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n", 200),
            (chunked + "5\r\n01234\r\n6\r\n", 413),
            (chunked + "1;aaa\r\n0\r\n1;aaa\r\n1\r\n0\r\n\r\n", 200),
            (chunked + "1;aaa\r\n0\r\n1;aaaa\r\n1\r\n0\r\n\r\n", 400),
        ]
        for (input, status) in cases {
            #expect(HTTPConversation(input, limits: limits).statuses == [status], "\(input)")
        }
    }

    @Test func tellsNoContinueForWhatIsTooMuch() {
        var limits = HTTPLimits()
        limits.bodyBytes = 10
        let input = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 11\r\n\r\n"
        #expect(HTTPConversation(input, limits: limits).statuses == [413])
    }

    @Test func looksAtNoRequestBeforeTheLastIsAnswered() {
        let now = Instant(nanoseconds: 0)
        var connection = HTTPServerConnection(at: now)
        let two = Array("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        connection.receive(two.span, at: now)
        let (first, second) = (connection.nextOutput(), connection.nextOutput())
        #expect(first?.path == "/1")
        #expect(second == nil)
        let wantsInput = connection.wantsInput
        #expect(!wantsInput)
        connection.respond(HTTPResponse(.ok), at: now)
        let third = connection.nextOutput()
        #expect(third?.path == "/2")
    }

    @Test func looksAtNoRequestWhileAnswersPileUp() {
        let now = Instant(nanoseconds: 0)
        var limits = HTTPLimits()
        limits.outgoingBytes = 1_000
        var connection = HTTPServerConnection(limits: limits, at: now)
        let many = Array(String(repeating: "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n", count: 20).utf8)
        connection.receive(many.span, at: now)
        var answered = 0
        while case .request? = connection.nextOutput() {
            answered += 1
            connection.respond(HTTPResponse(.ok, text: String(repeating: "x", count: 400)), at: now)
        }
        #expect(answered == 3)
        let (wantsInput, waiting) = (connection.wantsInput, connection.outgoing.count)
        #expect(!wantsInput)
        connection.consumeOutgoing(waiting, at: now)
        let next = connection.nextOutput()
        #expect(next?.path == "/1")
    }

    @Test func answersWhatWasAskedBeforeTheEndOfTheStream() {
        let now = Instant(nanoseconds: 0)
        var connection = HTTPServerConnection(at: now)
        let two = Array("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        connection.receive(two.span, at: now)
        connection.receiveEnd(at: now)
        var paths: [String?] = []
        while case .request(let request)? = connection.nextOutput() {
            paths.append(request.target.path)
            connection.respond(HTTPResponse(.ok), at: now)
        }
        #expect(paths == ["/1", "/2"])
        _ = connection.takeOutgoing(at: now)
        let outputs = [connection.nextOutput(), connection.nextOutput(), connection.nextOutput()]
        #expect(outputs == [.endOfWriting, .finished(.closed), nil])
    }

    @Test func lingersUntilTheClientHasEnded() {
        let now = Instant(nanoseconds: 0)
        var connection = HTTPServerConnection(at: now)
        connection.receive(Array("nonsense\r\n".utf8).span, at: now)
        let refusal = connection.nextOutput()
        #expect(refusal?.status == 400)
        _ = connection.takeOutgoing(at: now)
        let end = connection.nextOutput()
        #expect(end == .endOfWriting)
        let wantsInput = connection.wantsInput
        #expect(wantsInput)
        connection.receive(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8).span, at: now)
        let nothing = connection.nextOutput()
        #expect(nothing == nil)
        connection.receiveEnd(at: now)
        let finished = connection.nextOutput()
        #expect(finished == .finished(.closed))
    }

    @Test func lingersForNoMoreThanSoManyBytes() {
        let now = Instant(nanoseconds: 0)
        var limits = HTTPLimits()
        limits.lingerBytes = 100
        var connection = HTTPServerConnection(limits: limits, at: now)
        connection.receive([0x16].span, at: now)
        _ = connection.takeOutgoing(at: now)
        _ = (connection.nextOutput(), connection.nextOutput())
        connection.receive([UInt8](repeating: 0, count: 100).span, at: now)
        let before = connection.nextOutput()
        connection.receive([0].span, at: now)
        let after = connection.nextOutput()
        #expect(before == nil)
        #expect(after == .finished(.closed))
    }

    @Test func stopsBehindTheAnswer() {
        let now = Instant(nanoseconds: 0)
        var connection = HTTPServerConnection(at: now)
        connection.receive(Array("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n".utf8).span, at: now)
        connection.stop(at: now)
        _ = connection.nextOutput()
        connection.respond(HTTPResponse(.ok), at: now)
        let written = connection.writtenText
        #expect(written.contains("Connection: close"))
        var idle = HTTPServerConnection(at: now)
        idle.stop(at: now)
        let end = idle.nextOutput()
        #expect(end == .endOfWriting)
    }
}

extension HTTPServerConnection.Output {
    var path: String? {
        guard case .request(let request) = self else { return nil }
        return request.target.path
    }

    var status: Int? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal.status.code
    }
}

extension HTTPServerConnection {
    /// Takes what waits to be written.
    mutating func takeOutgoing(at now: Instant) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in outgoing.indices { bytes.append(outgoing[index]) }
        consumeOutgoing(bytes.count, at: now)
        return bytes
    }

    /// What waits to be written, as text.
    var writtenText: String {
        var bytes: [UInt8] = []
        for index in outgoing.indices { bytes.append(outgoing[index]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
