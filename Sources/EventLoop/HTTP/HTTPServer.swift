public import HTTP

/// An HTTP/1.1 and WebSocket server on a thread of its own.
///
/// The handler is called on that thread with one request after the other and must not wait: what takes time is
/// answered `.later`. Connections are bounded in number, in all and per source, and each in bytes and time;
/// while a request is being answered, nothing more is read from its connection.
///
/// It serves until `stop`, also when nobody holds it any more. Content is kept whole until its request is
/// answered: the most it may take of memory is `settings.connections` times `settings.limits.bodyBytes`.
///
/// ```swift
/// let listener = HTTPListener(try StreamListener(listeningAt: Endpoint(IPAddress(127, 0, 0, 1), 8080)))
/// let server = try HTTPServer(listeners: [listener]) { request, peer in
///     request.target.path == "/health" ? .response(HTTPResponse(.ok, text: "well\n"))
///         : .response(HTTPResponse(.notFound))
/// }
/// server.stop(within: .seconds(5))
/// ```
public final class HTTPServer: Sendable {
    /// Answers a request of a peer.
    public typealias Handler = @Sendable (HTTPRequest, HTTPPeer) -> HTTPAnswer

    private let commands: Wakeup<HTTPServerCommand>
    private let published = Locked(HTTPServerCounts())
    private let thread: LoopThread

    /// Begins to serve.
    ///
    /// `tls` is the certificate for listeners that want one. `failed` is called on the server's thread if the
    /// kernel ends its work: then nobody serves any more.
    public init(
        listeners: [HTTPListener],
        tls: TLSServerContext? = nil,
        settings: HTTPServerSettings = HTTPServerSettings(),
        threadName: String = "http",
        failed: @escaping @Sendable (SystemError) -> Void = { _ in },
        handler: @escaping Handler
    ) throws(SystemError) {
        let commands = try Wakeup<HTTPServerCommand>()
        let published = published
        self.commands = commands
        thread = try LoopThread(name: threadName) {
            do throws(SystemError) {
                let loop = try HTTPServerLoop(
                    listeners: listeners,
                    tls: tls,
                    settings: settings,
                    commands: commands,
                    published: published,
                    handler: handler
                )
                try loop.run()
            } catch {
                failed(error)
            }
        }
    }

    /// What it has seen, as of its last turn.
    public var counts: HTTPServerCounts { published.withLock { $0 } }

    /// Shows connections that begin from now on this certificate; those there are go on as they are.
    public func useCertificate(_ context: TLSServerContext) {
        commands.post(.useCertificate(context))
    }

    /// Takes no more connections, lets requests be answered and WebSockets be closed, and returns when that is
    /// done or `time` is over; not to be called by a handler, for which it waits.
    public func stop(within time: Duration) {
        commands.post(.stop(within: time))
        thread.join()
    }
}
