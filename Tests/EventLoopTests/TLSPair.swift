import EventLoop
import SansIO
import TestCertificates

/// Two ends of one TLS connection over the loopback.
struct TLSPair {
    let server: TLSSession
    let client: TLSSession

    init(
        serverName: String = "relay.example",
        trust: TLSClientContext.Trust = .file(Certificates.shared.chain),
        serverOptions: StreamSocket.Options = .init(),
        clientOptions: StreamSocket.Options = .init()
    ) throws {
        let files = Certificates.shared
        let pair = try StreamPair(serverOptions: serverOptions, clientOptions: clientOptions)
        let context = try TLSServerContext(certificateChainFile: files.chain, privateKeyFile: files.key)
        server = try TLSSession(accepting: pair.server, context: context)
        client = try TLSSession(
            connecting: pair.client,
            context: try TLSClientContext(trust: trust),
            serverName: serverName
        )
    }

    /// Lets both ends take turns until both are done; throws what the client or the server throws.
    func shakeHands() throws {
        let poller = try Poller()
        try poller.add(server.socket.fileDescriptor, token: 0, interest: .read)
        try poller.add(client.socket.fileDescriptor, token: 1, interest: .read)
        let deadline = MonotonicClock.now() + .seconds(10)
        while true {
            let (atClient, atServer) = (try client.handshake(), try server.handshake())
            if atClient == .done, atServer == .done { return }
            guard try poller.wait(until: deadline) > 0 else { throw StreamPair.NotConnected() }
        }
    }
}
