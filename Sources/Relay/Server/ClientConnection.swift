import EventLoop
import SansIO
import TURN

/// A client's TCP or TLS connection, from the first byte on.
final class ClientConnection {
    let socket: StreamSocket
    let token: PollToken
    let openedAt: Instant
    /// Nil until the first byte has told TCP from TLS.
    var stream: StreamConnection?
    var client: Client
    var framer = StreamFramer()
    /// The beginning of a message whose rest has not arrived.
    var partial: [UInt8] = []
    /// When it was last seen to have an allocation.
    var usefulAt: Instant
    /// What the poller watches it for.
    var watched: Poller.Interest = .read
    /// Whether it waits to be flushed.
    var isDirty = false

    init(_ socket: StreamSocket, token: PollToken, at now: Instant) {
        self.socket = socket
        self.token = token
        openedAt = now
        usefulAt = now
        client = Client(
            FiveTuple(.tcp, client: socket.peer, server: socket.localEndpoint),
            socket: token.rawValue
        )
    }

    /// The protocol is known: from now on the connection has a queue.
    func open(_ stream: StreamConnection) {
        self.stream = stream
        client.tuple.transport = stream.transport
    }
}
