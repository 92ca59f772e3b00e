import HTTP
import SansIO
import Testing

/// Every wait of a connection ends, on a clock that the test moves.
struct HTTPDeadlineTests {
    private static let start = Instant(nanoseconds: 1_000_000_000)
    private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Lets input arrive, then every deadline that passes without anything else, as long as there are any.
    private func outcome(
        of input: String,
        answers: Bool = true,
        reads: Bool = true
    ) -> (text: String, ending: HTTPEnding?, duration: Duration) {
        var now = Self.start
        var connection = HTTPServerConnection(at: now)
        connection.receive(Array(input.utf8).span, at: now)
        var text = ""
        while true {
            while let output = connection.nextOutput() {
                switch output {
                case .request: if answers { connection.respond(HTTPResponse(.ok, text: "x"), at: now) }
                case .finished(let ending): return (text, ending, now - Self.start)
                case .refused, .endOfWriting: break
                }
            }
            if reads, !connection.outgoing.isEmpty {
                text += String(decoding: connection.takeOutgoing(at: now), as: UTF8.self)
                continue
            }
            guard let deadline = connection.nextDeadline else { return (text, nil, now - Self.start) }
            now = max(now, deadline)
            connection.advance(to: now)
        }
    }

    @Test func closesAConnectionThatSaysNothing() {
        let (text, ending, duration) = outcome(of: "")
        #expect(text == "")
        #expect(ending == .closed)
        #expect(duration == .seconds(12))
    }

    @Test func closesAnIdleConnection() {
        let (text, ending, duration) = outcome(of: Self.request)
        #expect(text.hasPrefix("HTTP/1.1 200"))
        #expect(ending == .closed)
        #expect(duration == .seconds(62))
    }

    @Test(arguments: [("GET / HT", 12), ("GET / HTTP/1.1\r\nHost: a\r\n", 12)])
    func answersASlowHead(_ input: String, _ seconds: Int) {
        let (text, _, duration) = outcome(of: input)
        #expect(text.hasPrefix("HTTP/1.1 408"))
        #expect(duration == .seconds(seconds))
    }

    @Test func answersSlowContent() {
        let (text, _, duration) = outcome(of: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na")
        #expect(text.hasPrefix("HTTP/1.1 408"))
        #expect(duration == .seconds(32))
    }

    @Test func answersInPlaceOfAnApplicationThatDoesNot() {
        let (text, _, duration) = outcome(of: Self.request, answers: false)
        #expect(text.hasPrefix("HTTP/1.1 503"))
        #expect(text.contains("Connection: close"))
        #expect(duration == .seconds(32))
    }

    @Test func ignoresAnAnswerThatComesTooLate() {
        var connection = HTTPServerConnection(at: Self.start)
        connection.receive(Array(Self.request.utf8).span, at: Self.start)
        connection.advance(to: Self.start + .seconds(30))
        let before = connection.writtenText
        connection.respond(HTTPResponse(.ok), at: Self.start + .seconds(31))
        let after = connection.writtenText
        #expect(before.hasPrefix("HTTP/1.1 503"))
        #expect(after == before)
    }

    @Test func givesUpAClientThatReadsNothing() {
        let (_, ending, duration) = outcome(of: Self.request, reads: false)
        #expect(ending == .slowReader)
        #expect(duration == .seconds(20))
    }

    /// A byte each second keeps no connection: 16 KiB have to be taken in the time there is.
    @Test(arguments: [(1, HTTPEnding.slowReader), (1_000, .closed)])
    func aReaderMustTakeSoMuchInSoMuchTime(_ bytesPerSecond: Int, _ expected: HTTPEnding) {
        var now = Self.start
        var connection = HTTPServerConnection(at: now)
        connection.receive(Array("GET / HTTP/1.0\r\n\r\n".utf8).span, at: now)
        _ = connection.nextOutput()
        connection.respond(HTTPResponse(.ok, body: [UInt8](repeating: 0, count: 50_000)), at: now)
        var ending: HTTPEnding?
        while ending == nil {
            if case .finished(let how)? = connection.nextOutput() { ending = how }
            now += .seconds(1)
            let waiting = connection.outgoing.count
            connection.consumeOutgoing(min(bytesPerSecond, waiting), at: now)
            connection.advance(to: now)
        }
        #expect(ending == expected)
    }
}
