import EventLoop
import HTTP
import Namespaces
import SansIO
import Trial

/// Serves the cast's pages in the relay's host, over https on port 443, by this process.
final class PageServer {
    private let server: HTTPServer

    init(on host: DemoNetwork.Host, _ certificate: RunCertificate) throws {
        let socket = try host.namespace.enter { try StreamListener(listeningAt: Endpoint(host.v4, 443)) }
        server = try HTTPServer(
            listeners: [HTTPListener(socket, isTLS: true)],
            tls: try TLSServerContext(
                certificateChainFile: certificate.chain,
                privateKeyFile: certificate.key
            ),
            threadName: "pages"
        ) { request, _ in CastPage.answer(request) }
    }

    func stop() { server.stop(within: .zero) }
}
