import EventLoop
import HTTP
import SansIO
import TestCertificates

/// A server on the loopback, stopped when the test lets go of it.
final class HTTPTestServer {
    let server: HTTPServer
    let endpoint: Endpoint
    let isTLS: Bool

    init(
        isTLS: Bool = false,
        settings: HTTPServerSettings = HTTPServerSettings(),
        streamOptions: StreamSocket.Options = .init(),
        handler: @escaping HTTPServer.Handler = { request, _ in .response(HTTPTestServer.echo(request)) }
    ) throws {
        let socket = try StreamListener(
            listeningAt: Endpoint(.loopbackV4, 0),
            streamOptions: streamOptions
        )
        endpoint = socket.localEndpoint
        self.isTLS = isTLS
        let files = Certificates.shared
        server = try HTTPServer(
            listeners: [HTTPListener(socket, isTLS: isTLS)],
            tls: isTLS
                ? TLSServerContext(certificateChainFile: files.chain, privateKeyFile: files.key) : nil,
            settings: settings,
            handler: handler
        )
    }

    deinit {
        server.stop(within: .zero)
    }

    /// Path and content of the request.
    static func echo(_ request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(.ok, headers: ["X-Path": request.target.description], body: request.body)
    }

    /// Waits until the counts are as `condition` wants them; false when that takes more than ten seconds.
    func waits(for condition: (HTTPServerCounts) -> Bool) throws -> Bool {
        let deadline = MonotonicClock.now() + .seconds(10)
        let poller = try Poller()
        while !condition(server.counts) {
            guard MonotonicClock.now() < deadline else { return false }
            _ = try poller.wait(until: MonotonicClock.now() + .milliseconds(2))
        }
        return true
    }
}
