import EventLoop
import Glibc
import HTTP
import SansIO
import Testing

/// What one client, or all of them, can cost.
@Suite(.serialized) struct HTTPServerBoundsTests {
    private static let get = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(arguments: [false, true]) func givesUpAClientThatDoesNotRead(isTLS: Bool) throws {
        var settings = HTTPServerSettings()
        settings.limits.writeTimeout = .milliseconds(300)
        settings.limits.outgoingBytes = 100_000
        var options = StreamSocket.Options()
        options.sendBuffer = 8_192
        options.receiveBuffer = 8_192
        let server = try HTTPTestServer(isTLS: isTLS, settings: settings, streamOptions: options) { _, _ in
            .response(HTTPResponse(.ok, body: [UInt8](repeating: 97, count: 600_000)))
        }
        let client = try HTTPTestClient(server, options: options)
        try client.send(String(repeating: Self.get, count: 100))
        #expect(try server.waits { $0.slowReaders == 1 && $0.connections == 0 })
        // The answer that waits is more than may wait: no second one is made for it.
        #expect(server.server.counts.requests == 1)
    }

    @Test func closesAConnectionThatSaysNothing() throws {
        var settings = HTTPServerSettings()
        settings.limits.headerTimeout = .milliseconds(50)
        settings.limits.lingerTimeout = .milliseconds(50)
        let server = try HTTPTestServer(settings: settings)
        let client = try HTTPTestClient(server)
        try client.read()
        #expect(client.text.isEmpty)
        #expect(try server.waits { $0.connections == 0 && $0.accepted == 1 })
    }

    @Test func closesAConnectionWithoutATLSHandshake() throws {
        var settings = HTTPServerSettings()
        settings.limits.headerTimeout = .milliseconds(50)
        settings.limits.lingerTimeout = .milliseconds(50)
        let server = try HTTPTestServer(isTLS: true, settings: settings)
        let client = try HTTPTestClient(server.endpoint)
        try client.read()
        #expect(try server.waits { $0.connections == 0 && $0.accepted == 1 })
    }

    @Test(arguments: [(2, 100), (100, 2)]) func turnsAwayWhatIsTooMuch(_ total: Int, _ perSource: Int) throws
    {
        var settings = HTTPServerSettings()
        settings.connections = total
        settings.connectionsPerSource = perSource
        settings.limits.lingerTimeout = .milliseconds(50)
        let server = try HTTPTestServer(settings: settings)
        let first = try HTTPTestClient(server)
        let second = try HTTPTestClient(server)
        let third = try HTTPTestClient(server)
        try? third.read()
        #expect(third.text.isEmpty)
        #expect(try server.waits { $0.turnedAway == 1 && $0.connections == 2 })
        for client in [first, second] {
            try client.send("GET / HTTP/1.0\r\n\r\n")
            try client.read()
            #expect(client.text.hasPrefix("HTTP/1.1 200"))
        }
        #expect(try server.waits { $0.connections == 0 })
        let fourth = try HTTPTestClient(server)
        try fourth.send(Self.get)
        try fourth.readAnswers(1)
        #expect(fourth.text.hasPrefix("HTTP/1.1 200"))
    }

    /// Both ends are in this process: the figure counts the clients as well, the kernel's memory not.
    @Test(arguments: [false, true]) func holdsAThousandIdleConnections(isTLS: Bool) throws {
        #expect(try DescriptorLimit.raise() > 2_200)
        var settings = HTTPServerSettings()
        settings.connectionsPerSource = 1_000
        let server = try HTTPTestServer(isTLS: isTLS, settings: settings)
        let before = residentBytes()
        let clients = try (0..<1_000).map { _ in try IdleClient(server) }
        #expect(try server.waits { $0.connections == 1_000 })
        for client in clients { try client.send(Self.get) }
        #expect(try server.waits { $0.requests == 1_000 })
        let used = residentBytes() - before
        print(
            "1,000 idle HTTP connections, \(isTLS ? "TLS" : "TCP"): \(used / 1_024) KiB resident, both ends"
        )
        #expect(used < (isTLS ? 128 : 16) * 1_048_576)
        for client in clients { #expect(try client.read().hasPrefix("HTTP/1.1 200 OK\r\n")) }
        #expect(server.server.counts.connections == 1_000)
    }

    private func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 200)
        fgets(&line, 200, file)
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    @Test func stopsWhenEveryRequestIsAnswered() throws {
        let tickets = try Wakeup<HTTPTicket>()
        let server = try HTTPTestServer { _, _ in .later { tickets.post($0) } }
        let (idle, busy) = (try HTTPTestClient(server), try HTTPTestClient(server))
        try busy.send(Self.get)
        #expect(try becomesReady(tickets.fileDescriptor))
        let waiting = tickets.drain()
        let http = server.server
        let stopping = try LoopThread(name: "stop") { http.stop(within: .seconds(20)) }
        try idle.read()
        #expect(idle.text.isEmpty)
        for ticket in waiting { ticket.answer(.response(HTTPResponse(.ok, text: "last"))) }
        try busy.read()
        #expect(busy.text.contains("Connection: close\r\n"))
        #expect(busy.text.hasSuffix("last"))
        idle.endWriting()
        busy.endWriting()
        stopping.join()
        #expect(server.server.counts.connections == 0)
        #expect(throws: (any Error).self) { try HTTPTestClient(server).send(Self.get) }
    }
}
