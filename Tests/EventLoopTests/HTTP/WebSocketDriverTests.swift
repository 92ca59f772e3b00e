import EventLoop
import HTTP
import SansIO
import Testing

/// WebSockets of the server and the client, over real sockets.
struct WebSocketDriverTests {
    /// Sends every message back; "bye" closes.
    private static let echo = WebSocketAcceptance(subprotocol: "echo") { session, event in
        guard case .message(let message) = event else { return }
        if message == .text("bye") {
            session.close(.goingAway, reason: "as you wish")
        } else {
            session.send(message)
        }
    }

    private func echoServer(isTLS: Bool) throws -> HTTPTestServer {
        try HTTPTestServer(isTLS: isTLS) { request, _ in
            request.target.path == "/"
                ? .webSocket(Self.echo) : .response(HTTPResponse(.forbidden, text: "no"))
        }
    }

    private func isOpened(_ output: WebSocketClient.Output?) -> Bool {
        if case .opened = output { true } else { false }
    }

    @Test(arguments: [false, true]) func carriesMessagesBothWays(isTLS: Bool) throws {
        let server = try echoServer(isTLS: isTLS)
        let client = try WebSocketTestClient(server, subprotocols: ["other", "echo"])
        guard case .opened(let subprotocol, _)? = try client.next() else {
            Issue.record("not opened")
            return
        }
        #expect(subprotocol == "echo")
        for size in [0, 1, 200, 70_000, 900_000] {
            let message = WebSocketMessage.binary([UInt8](repeating: UInt8(size & 0xFF), count: size))
            client.send(message)
            #expect(try client.next() == .message(message))
        }
        client.send(.text("bye"))
        let closure = WebSocketClosure(code: .goingAway, reason: "as you wish", isClean: true)
        #expect(try client.next() == .closed(closure))
        #expect(try client.next() == nil)
        #expect(try server.waits { $0.connections == 0 && $0.webSockets == 0 })
    }

    @Test func answersWhatCameBeforeTheClose() throws {
        let server = try echoServer(isTLS: false)
        let client = try WebSocketTestClient(server)
        #expect(isOpened(try client.next()))
        client.send(.text("one"))
        client.send(.text("two"))
        client.close()
        #expect(try client.next() == .message(.text("one")))
        #expect(try client.next() == .message(.text("two")))
        #expect(try client.next() == .closed(WebSocketClosure(code: .normal, reason: "", isClean: true)))
    }

    @Test(arguments: [false, true]) func handsOverARefusal(isTLS: Bool) throws {
        let server = try echoServer(isTLS: isTLS)
        let client = try WebSocketTestClient(server, path: "/elsewhere")
        guard case .refused(let response)? = try client.next() else {
            Issue.record("not refused")
            return
        }
        #expect(response.status == .forbidden)
        #expect(response.body == Array("no".utf8))
        #expect(try client.next() == nil)
    }

    @Test func acceptsLaterFromAnotherThread() throws {
        let tickets = try Wakeup<HTTPTicket>()
        let server = try HTTPTestServer { _, _ in .later { tickets.post($0) } }
        let client = try WebSocketTestClient(server)
        let thread = try LoopThread(name: "answers") {
            let isReady = try? becomesReady(tickets.fileDescriptor)
            guard isReady == true else { return }
            for ticket in tickets.drain() { ticket.answer(.webSocket(Self.echo)) }
        }
        #expect(isOpened(try client.next()))
        client.send(.text("there?"))
        #expect(try client.next() == .message(.text("there?")))
        thread.join()
    }

    @Test func anotherThreadSendsAndTheHandlerLearnsOfTheEnd() throws {
        let events = try Wakeup<(WebSocketSession, WebSocketEvent)>()
        let server = try HTTPTestServer { _, _ in .webSocket(WebSocketAcceptance { events.post(($0, $1)) }) }
        let client = try WebSocketTestClient(server)
        #expect(isOpened(try client.next()))
        #expect(try becomesReady(events.fileDescriptor))
        let opened = events.drain()
        #expect(opened.map(\.1) == [.opened])
        for number in 0..<100 { opened.first?.0.send(.text("\(number)")) }
        for number in 0..<100 { #expect(try client.next() == .message(.text("\(number)"))) }
        client.client.socket.abortOnClose()
        client.close(.policyViolation)
        #expect(
            try client.next() == .closed(WebSocketClosure(code: .policyViolation, reason: "", isClean: true))
        )
        #expect(try becomesReady(events.fileDescriptor))
        let closure = WebSocketClosure(code: .policyViolation, reason: "", isClean: true)
        #expect(events.drain().map(\.1) == [.closed(closure)])
        #expect(try server.waits { $0.webSockets == 0 })
    }

    @Test func aBrokenConnectionIsTold() throws {
        let events = try Wakeup<(WebSocketSession, WebSocketEvent)>()
        let server = try HTTPTestServer { _, _ in .webSocket(WebSocketAcceptance { events.post(($0, $1)) }) }
        do {
            let client = try WebSocketTestClient(server)
            #expect(isOpened(try client.next()))
            client.client.socket.abortOnClose()
        }
        #expect(try server.waits { $0.accepted == 1 && $0.connections == 0 })
        let told = events.drain().map(\.1)
        #expect(told.count == 2)
        guard case .closed(let closure)? = told.last else {
            Issue.record("the end was not told")
            return
        }
        #expect(closure.code == .abnormal)
    }

    @Test func closesWhenTheServerStops() throws {
        let server = try echoServer(isTLS: false)
        let client = try WebSocketTestClient(server)
        #expect(isOpened(try client.next()))
        let http = server.server
        let stopping = try LoopThread(name: "stop") { http.stop(within: .seconds(20)) }
        #expect(try client.next() == .closed(WebSocketClosure(code: .goingAway, reason: "", isClean: true)))
        #expect(try client.next() == nil)
        stopping.join()
    }

    @Test func aRequestThatIsNoHandshakeIsAnswered() throws {
        let server = try HTTPTestServer { _, _ in .webSocket(Self.echo) }
        let client = try HTTPTestClient(server)
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        try client.readAnswers(1)
        #expect(client.text.hasPrefix("HTTP/1.1 426"))
        #expect(client.text.contains("\r\nUpgrade: websocket\r\n"))
        #expect(try server.waits { $0.refused == 1 })
    }

    @Test func aServerThatIsNotThereIsTold() throws {
        let gone = try HTTPTestServer()
        gone.server.stop(within: .zero)
        // The listener is let go of with the thread that has ended.
        let client = try WebSocketTestClient(gone)
        guard case .closed(let closure)? = try client.next() else {
            Issue.record("no end")
            return
        }
        #expect(closure.code == .abnormal)
        #expect(try client.next() == nil)
    }

    @Test func aCertificateForAnotherNameIsRefused() throws {
        let server = try echoServer(isTLS: true)
        let client = try WebSocketTestClient(server, serverName: "another.example")
        guard case .closed(let closure)? = try client.next() else {
            Issue.record("no end")
            return
        }
        #expect(closure.code == .abnormal)
        #expect(closure.reason.contains("hostname"))
        #expect(try server.waits { $0.webSockets == 0 })
    }
}
