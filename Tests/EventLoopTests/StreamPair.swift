import EventLoop
import SansIO

/// Two ends of one TCP connection over the loopback.
struct StreamPair {
    let server: StreamSocket
    let client: StreamSocket

    init(
        address: IPAddress = .loopbackV4,
        serverOptions: StreamSocket.Options = .init(),
        clientOptions: StreamSocket.Options = .init()
    ) throws {
        let listener = try StreamListener(
            listeningAt: Endpoint(address, 0),
            streamOptions: serverOptions
        )
        client = try StreamSocket(connectingTo: listener.localEndpoint, options: clientOptions)
        guard try becomesReady(listener.fileDescriptor), case .connection(let server) = try listener.accept(),
            try becomesReady(client.fileDescriptor, for: .write), try client.finishConnecting()
        else { throw NotConnected() }
        self.server = server
    }

    struct NotConnected: Error {}
}
