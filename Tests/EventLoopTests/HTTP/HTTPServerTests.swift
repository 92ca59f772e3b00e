import EventLoop
import Glibc
import HTTP
import SansIO
import TestCertificates
import Testing

struct HTTPServerTests {
    private static let get = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(arguments: [false, true]) func answersRequests(isTLS: Bool) throws {
        let server = try HTTPTestServer(isTLS: isTLS) { request, peer in
            .response(HTTPResponse(.ok, text: "\(request.target) \(peer.isTLS) \(peer.endpoint.address)"))
        }
        let client = try HTTPTestClient(server)
        try client.send("GET /a?b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        try client.read()
        #expect(client.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(client.text.contains("\r\nDate: "))
        #expect(client.text.hasSuffix("\r\n\r\n/a?b \(isTLS) 127.0.0.1"))
        #expect(try server.waits { $0.connections == 0 && $0.requests == 1 && $0.accepted == 1 })
    }

    @Test(arguments: [false, true]) func answersAHundredRequestsSentAtOnceInOrder(isTLS: Bool) throws {
        let server = try HTTPTestServer(isTLS: isTLS)
        let client = try HTTPTestClient(server)
        let requests = (0..<100).map { "POST /\($0) HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc" }
        try client.send(requests.joined())
        client.endWriting()
        try client.read()
        let paths = client.text.split(separator: "\r\n").compactMap { line in
            line.hasPrefix("X-Path: /") ? Int(line.dropFirst(9)) : nil
        }
        #expect(paths == Array(0..<100))
    }

    @Test(arguments: [false, true]) func carriesGreatContentBothWays(isTLS: Bool) throws {
        let server = try HTTPTestServer(isTLS: isTLS)
        let client = try HTTPTestClient(server)
        let size = 900_000
        var random = SeededRandom(seed: 5)
        let body = (0..<size).map { _ in UInt8.random(in: 97...122, using: &random) }
        try client.send(Array("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\n\r\n".utf8) + body)
        try client.read { $0.received.count > size }
        #expect(client.received.suffix(size) == body[...])
    }

    @Test func answersLaterFromAnotherThread() throws {
        let tickets = try Wakeup<HTTPTicket>()
        let server = try HTTPTestServer { _, _ in .later { tickets.post($0) } }
        let client = try HTTPTestClient(server)
        try client.send(Self.get + Self.get)
        #expect(try becomesReady(tickets.fileDescriptor))
        let first = tickets.drain()
        #expect(first.count == 1)
        first.first?.answer(.response(HTTPResponse(.ok, text: "later")))
        first.first?.answer(.response(HTTPResponse(.ok, text: "twice")))
        try client.readAnswers(1)
        #expect(client.text.hasSuffix("later"))
        #expect(try becomesReady(tickets.fileDescriptor))
        for ticket in tickets.drain() { ticket.answer(.response(HTTPResponse(.notFound))) }
        try client.readAnswers(2)
        #expect(client.text.contains("HTTP/1.1 404"))
        #expect(!client.text.contains("twice"))
    }

    @Test func aForgottenTicketIsAnswered() throws {
        let server = try HTTPTestServer { _, _ in .later { _ in } }
        let client = try HTTPTestClient(server)
        try client.send(Self.get)
        try client.readAnswers(1)
        #expect(client.text.hasPrefix("HTTP/1.1 500"))
    }

    @Test func anAnswerForAClientThatIsGoneGoesNowhere() throws {
        let tickets = try Wakeup<HTTPTicket>()
        let server = try HTTPTestServer { _, _ in .later { tickets.post($0) } }
        do {
            let client = try HTTPTestClient(server)
            try client.send(Self.get)
            #expect(try becomesReady(tickets.fileDescriptor))
            client.socket.abortOnClose()
        }
        #expect(try server.waits { $0.connections == 0 })
        let other = try HTTPTestClient(server)
        try other.send(Self.get)
        #expect(try server.waits { $0.requests == 2 })
        let waiting = tickets.drain()
        #expect(waiting.count == 2)
        waiting.first?.answer(.response(HTTPResponse(.ok, text: "for the first")))
        waiting.last?.answer(.response(HTTPResponse(.ok, text: "for the second")))
        try other.readAnswers(1)
        #expect(other.text.hasSuffix("for the second"))
    }

    @Test(arguments: [false, true]) func answersAClientThatHasEndedItsDirection(isTLS: Bool) throws {
        let tickets = try Wakeup<HTTPTicket>()
        let server = try HTTPTestServer(isTLS: isTLS) { _, _ in .later { tickets.post($0) } }
        let client = try HTTPTestClient(server)
        try client.send(Self.get)
        client.endWriting()
        #expect(try becomesReady(tickets.fileDescriptor))
        for ticket in tickets.drain() { ticket.answer(.response(HTTPResponse(.ok, text: "for you"))) }
        try client.read()
        #expect(client.text.hasSuffix("for you"))
        #expect(try server.waits { $0.connections == 0 })
    }

    @Test func readsNothingMoreWhileARequestIsAnswered() throws {
        let tickets = try Wakeup<HTTPTicket>()
        var options = StreamSocket.Options()
        options.receiveBuffer = 8_192
        options.sendBuffer = 8_192
        let server = try HTTPTestServer(streamOptions: options) { _, _ in .later { tickets.post($0) } }
        let client = try HTTPTestClient(server, options: options)
        let flood = [UInt8](String(repeating: Self.get, count: 100_000).utf8)
        var sent = 0
        // Until the kernel takes nothing for a fifth of a second.
        let poller = try Poller()
        try poller.add(client.socket.fileDescriptor, token: 0, interest: .write)
        while sent < flood.count, try poller.wait(until: MonotonicClock.now() + .milliseconds(200)) > 0 {
            sent += try client.write(flood[sent...].prefix(4_096))
        }
        #expect(sent < 200_000)
        #expect(tickets.drain().count == 1)
    }

    @Test func refusesWhatIsMalformed() throws {
        let server = try HTTPTestServer()
        let client = try HTTPTestClient(server)
        try client.send("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n")
        try client.read()
        #expect(client.text.hasPrefix("HTTP/1.1 400"))
        #expect(client.text.hasSuffix("2 Content-Length fields\n"))
        #expect(try server.waits { $0.refused == 1 })
    }

    /// Closing at once would reset the connection and lose the answer.
    @Test func aClientThatSendsTooMuchStillReadsTheAnswer() throws {
        let server = try HTTPTestServer()
        let client = try HTTPTestClient(server)
        try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n")
        try client.send([UInt8](repeating: 97, count: 700_000))
        try client.read()
        #expect(client.text.hasPrefix("HTTP/1.1 413"))
    }

    @Test func speaksTLSOnlyWhereItShould() throws {
        let server = try HTTPTestServer(isTLS: true)
        let plain = try HTTPTestClient(server.endpoint)
        try plain.send(Self.get)
        try? plain.read()
        #expect(!plain.text.contains("200"))
        #expect(try server.waits { $0.connections == 0 && $0.accepted == 1 })
    }

    @Test func showsANewCertificateToNewConnections() throws {
        let server = try HTTPTestServer(isTLS: true)
        let files = Certificates.shared
        let old = try HTTPTestClient(server)
        server.server.useCertificate(
            try TLSServerContext(certificateChainFile: files.otherChain, privateKeyFile: files.otherKey)
        )
        // An answer on the old connection: the loop has heard of the new certificate by then.
        try old.send(Self.get)
        try old.readAnswers(1)
        #expect(old.text.hasPrefix("HTTP/1.1 200"))
        let new = try HTTPTestClient(
            server.endpoint,
            trust: .file(files.otherChain),
            serverName: "other.example"
        )
        try new.send(Self.get)
        try new.readAnswers(1)
        #expect(new.text.hasPrefix("HTTP/1.1 200"))
    }
}
