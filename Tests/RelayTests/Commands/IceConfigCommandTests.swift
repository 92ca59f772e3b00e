import Arguments
import EventLoop
import HTTP
import JSON
import SansIO
import Testing

@testable import Relay

/// `castrelay ice-config` against endpoints of the test's own, without TLS, at 127.0.0.1.
@Suite struct IceConfigCommandTests {
    private static let now = UnixTime(seconds: 1_800_000_000)

    private func perform(_ words: [String], token: String? = nil) -> CommandOutcome {
        var environment: [String: String] = [:]
        environment["CASTRELAY_TOKEN"] = token
        return CastRelay.perform(
            ["ice-config"] + words,
            in: Surroundings(environment: environment, now: Self.now)
        )
    }

    private static func serve(_ handler: @escaping HTTPServer.Handler) throws -> (HTTPServer, String) {
        let socket = try StreamListener(listeningAt: Endpoint(IPAddress(127, 0, 0, 1), 0))
        let url = "http://\(socket.localEndpoint)\(IceConfigEndpoint.path)"
        return (try HTTPServer(listeners: [HTTPListener(socket)], handler: handler), url)
    }

    private static func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard request.headers["Authorization"] == "Bearer a.b.c" else {
            return HTTPResponse(.unauthorized, text: #"{"error":{"code":"unauthorized","message":"No"}}"#)
        }
        let body: JSONValue = [
            "iceServers": [
                ["urls": ["stun:relay.example"]],
                [
                    "urls": ["turn:relay.example?transport=udp", "turns:relay.example?transport=tcp"],
                    "username": "1800003600:alice", "credential": "qqqqqqqqqqqqqqqqqqqqqqqqqqo=",
                ],
            ],
            "turnConfigured": true,
        ]
        var response = HTTPResponse(.ok, text: JSONText.line(body), contentType: "application/json")
        response.headers.set("Cache-Control", "no-store")
        response.headers.set("Date", "Fri, 15 Jan 2027 08:00:00 GMT")
        return response
    }

    @Test func showsWhatAClientGetsAndWhatIsDoubtful() throws {
        let (server, url) = try Self.serve { request, _ in .response(Self.answer(request)) }
        defer { server.stop(within: .zero) }
        let outcome = perform([url], token: "a.b.c")
        #expect(outcome.exitCode == .passed)
        #expect(
            outcome.output == """
                a client gets
                  stun:relay.example                                  udp
                  turn:relay.example?transport=udp                    udp  1800003600:alice
                  turns:relay.example?transport=tcp                   tls  1800003600:alice
                  the credential holds for 1 h
                ! the credential holds for 1 h only; a cast may last 12 h
                    fix: a TTL of 12h15m or more
                """
        )
    }

    @Test func takesTheTokenFromAFileAndPrintsForPrograms() throws {
        let (server, url) = try Self.serve { request, _ in .response(Self.answer(request)) }
        defer { server.stop(within: .zero) }
        let folder = try TemporaryFolder()
        let file = try folder.write("a.b.c\n", to: "token")
        let outcome = perform([url, "--token-file", file, "--json"])
        #expect(outcome.exitCode == .passed)
        let result = try JSONValue(decoding: Array(outcome.output.utf8))
        #expect(result["usable"] == true)
        #expect(result["secondsLeft"] == 3600)
        #expect(result["servers"]?[1]?["username"] == "1800003600:alice")
        #expect(result["findings"]?[0]?["severity"] == "doubt")
        #expect(!outcome.output.contains("qqqqqq"))
        #expect(perform([url, "--token-file", "\(folder.path)/none"]).exitCode == .usage)
    }

    @Test func failsWithoutATokenButSaysWhatStrangersGet() throws {
        let (server, url) = try Self.serve { _, _ in .response(HTTPResponse(.ok, text: "{}")) }
        defer { server.stop(within: .zero) }
        let outcome = perform([url])
        #expect(outcome.exitCode == .failed)
        #expect(outcome.output.contains("not asked as a user: give a token with --token-file"))
        #expect(outcome.output.contains("✗ anybody is answered, without a token"))
    }

    @Test func asksWhetherABrowserMaySendAToken() throws {
        let asked = Locked<[HTTPHeaders]>([])
        let (server, url) = try Self.serve { request, _ in
            guard request.method == .options else { return .response(Self.answer(request)) }
            asked.withLock { $0.append(request.headers) }
            return .response(HTTPResponse(.methodNotAllowed))
        }
        defer { server.stop(within: .zero) }
        let outcome = perform([url, "--origin", "https://app.example"], token: "a.b.c")
        #expect(outcome.exitCode == .failed)
        #expect(outcome.output.contains("✗ a browser that asks before it sends a token gets 405"))
        #expect(outcome.output.contains("✗ a page of https://app.example may not read the answer"))
        let headers = asked.withLock { $0.first }
        #expect(headers?["Origin"] == "https://app.example")
        #expect(headers?["Access-Control-Request-Headers"] == "authorization")
        #expect(headers?["Authorization"] == nil)
    }

    @Test func namesTheLegThatIsBroken() throws {
        let (server, url) = try Self.serve { request, _ in .response(Self.answer(request)) }
        let encrypted = "https" + url.dropFirst(4)
        let plain = perform([encrypted], token: "a.b.c")
        #expect(plain.exitCode == .failed)
        #expect(plain.output.contains("fix: does that port speak TLS?"), "\(plain.output)")
        server.stop(within: .zero)
        let gone = perform([url, "--json"], token: "a.b.c")
        #expect(gone.exitCode == .failed)
        let result = try JSONValue(decoding: Array(gone.output.utf8))
        #expect(result["usable"] == false)
        #expect(result["findings"]?[0]?["fix"]?.string?.hasPrefix("is castrelay running") == true)
    }

    @Test(arguments: [["relay.example"], ["ftp://relay.example"], ["https://alice:pass@relay.example/"]])
    func refusesWhatIsNoURL(_ words: [String]) {
        let outcome = perform(words)
        #expect(outcome.exitCode == .usage)
        #expect(
            outcome.errors.contains("https://relay.example:8443/api/public/ice-config"),
            "\(outcome.errors)"
        )
        #expect(!outcome.errors.contains("pass"))
    }

    @Test func wantsAURL() {
        #expect(perform([]).exitCode == .usage)
        #expect(perform([]).errors.hasPrefix("castrelay ice-config: URL is missing"))
    }
}
