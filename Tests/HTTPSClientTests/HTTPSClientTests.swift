import EventLoop
import HTTP
import HTTPSClient
import SansIO
import TestCertificates
import Testing

@Suite struct HTTPSClientTests {
    /// A server at 127.0.0.1, encrypted and not, and a client.
    private final class Pair {
        let client: HTTPSClient
        private let server: HTTPServer
        private let securePort: UInt16
        private let plainPort: UInt16

        init(_ handler: @escaping HTTPServer.Handler) throws {
            let sockets = try (0..<2).map { _ in
                try StreamListener(listeningAt: Endpoint(IPAddress(127, 0, 0, 1), 0))
            }
            securePort = sockets[0].localEndpoint.port
            plainPort = sockets[1].localEndpoint.port
            server = try HTTPServer(
                listeners: [HTTPListener(sockets[0], isTLS: true), HTTPListener(sockets[1])],
                tls: try TLSServerContext(
                    certificateChainFile: Certificates.shared.chain,
                    privateKeyFile: Certificates.shared.key
                ),
                handler: handler
            )
            client = try HTTPSClient()
        }

        deinit {
            client.stop()
            server.stop(within: .zero)
        }

        func request(_ path: String = "/", host: String = "relay.example") -> HTTPSRequest {
            var request = HTTPSRequest(url: "https://\(host):\(securePort)\(path)")
            request.resolutions = ["\(host):\(securePort):127.0.0.1"]
            request.trustedCertificates = Certificates.shared.chain
            return request
        }

        func plainRequest() -> HTTPSRequest { HTTPSRequest(url: "http://127.0.0.1:\(plainPort)/") }

        func failure(_ request: HTTPSRequest) -> HTTPSFailure.Leg? {
            do throws(HTTPSFailure) {
                _ = try client.perform(request)
                return nil
            } catch {
                return error.leg
            }
        }
    }

    @Test func bringsStatusHeadersAndBody() throws {
        let pair = try Pair { request, peer in
            var response = HTTPResponse(HTTPStatus(201), body: request.body)
            response.headers.append("X-Seen", "\(request.method) \(request.target) \(peer.isTLS)")
            response.headers.append("X-Token", request.headers["Authorization"] ?? "none")
            return .response(response)
        }
        var request = pair.request("/a?b=c")
        request.method = "POST"
        request.headers = [("Authorization", "Bearer x")]
        request.body = [UInt8](repeating: 7, count: 100_000)
        let response = try pair.client.perform(request)
        #expect(response.status == 201)
        #expect(response.header("x-seen") == "POST /a?b=c true")
        #expect(response.header("X-Token") == "Bearer x")
        #expect(response.body == request.body)
    }

    @Test func trustsOnlyWhatItIsTold() throws {
        let pair = try Pair { _, _ in .response(HTTPResponse(.ok)) }
        #expect(pair.failure(pair.request()) == nil)
        var untrusting = pair.request()
        untrusting.trustedCertificates = Certificates.shared.otherChain
        #expect(pair.failure(untrusting) == .certificate)
        untrusting.trustedCertificates = nil
        #expect(pair.failure(untrusting) == .certificate)
        #expect(pair.failure(pair.request(host: "other.example")) == .certificate)
    }

    @Test func followsNoRedirection() throws {
        let pair = try Pair { request, _ in
            request.target.path == "/"
                ? .response(HTTPResponse(HTTPStatus(302), headers: ["Location": "/elsewhere"]))
                : .response(HTTPResponse(.ok))
        }
        let response = try pair.client.perform(pair.request())
        #expect(response.status == 302)
        #expect(response.header("location") == "/elsewhere")
    }

    @Test func takesNoMoreThanTheLimit() throws {
        let pair = try Pair { _, _ in .response(HTTPResponse(.ok, body: [UInt8](repeating: 1, count: 50_001)))
        }
        var request = pair.request()
        request.responseLimit = 50_001
        #expect(try pair.client.perform(request).body.count == 50_001)
        request.responseLimit = 50_000
        #expect(pair.failure(request) == .responseTooLong)
    }

    @Test func givesUpAfterItsTimeout() throws {
        let forgotten = Locked<[HTTPTicket]>([])
        let pair = try Pair { _, _ in .later { ticket in forgotten.withLock { $0.append(ticket) } } }
        var request = pair.request()
        for timeout in [Duration.milliseconds(100), .microseconds(900), .zero] {
            request.timeout = timeout
            #expect(pair.failure(request) == .timeout)
        }
    }

    @Test func namesTheLegThatIsBroken() throws {
        let pair = try Pair { _, _ in .response(HTTPResponse(.ok)) }
        let free = try StreamListener(listeningAt: Endpoint(IPAddress(127, 0, 0, 1), 0)).localEndpoint.port
        #expect(pair.failure(HTTPSRequest(url: "https://127.0.0.1:\(free)/")) == .connection)
        #expect(pair.failure(HTTPSRequest(url: "ftp://127.0.0.1/")) == .url)
        #expect(pair.failure(HTTPSRequest(url: "https://")) == .url)
        var plain = pair.plainRequest()
        #expect(pair.failure(plain) == nil)
        plain.url = plain.url.replacing("http:", with: "https:")
        #expect(pair.failure(plain) == .tls)
        var missing = pair.request()
        missing.trustedCertificates = "/nonexistent.pem"
        #expect(pair.failure(missing) == .local)
    }

    @Test func refusesARequestThatWouldBecomeAnother() throws {
        let pair = try Pair { _, _ in .response(HTTPResponse(.ok)) }
        var request = pair.request()
        request.headers = [("X-A", "1\r\nX-Injected: yes")]
        #expect(pair.failure(request) == .local)
        request = pair.request()
        request.method = "GET / HTTP/1.1\r\nX: "
        #expect(pair.failure(request) == .local)
        request = pair.request()
        request.url += "\u{0}x"
        #expect(pair.failure(request) == .local)
        #expect(pair.failure(HTTPSRequest(url: "127.0.0.1/")) == .url)
    }

    @Test func completesWhatIsOnItsWayWhenItStops() throws {
        let forgotten = Locked<[HTTPTicket]>([])
        let arrived = try Wakeup<Bool>()
        let pair = try Pair { _, _ in
            .later { ticket in
                forgotten.withLock { $0.append(ticket) }
                arrived.post(true)
            }
        }
        let outcomes = Locked<[HTTPSFailure.Leg]>([])
        let note: @Sendable (Result<HTTPSResponse, HTTPSFailure>) -> Void = { result in
            if case .failure(let failure) = result { outcomes.withLock { $0.append(failure.leg) } }
        }
        pair.client.send(pair.request(), completion: note)
        let poller = try Poller()
        try poller.add(arrived.fileDescriptor, token: 0, interest: .read)
        _ = try poller.wait(until: MonotonicClock.now() + .seconds(10))
        pair.client.stop()
        #expect(outcomes.withLock { $0 } == [.stopped])
        pair.client.send(pair.request(), completion: note)
        #expect(outcomes.withLock { $0 } == [.stopped, .stopped])
    }
}
