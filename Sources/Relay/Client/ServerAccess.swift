import EventLoop
import SansIO

/// Where a server is, and how a client gets there.
struct ServerAccess: Sendable {
    var server: Endpoint
    var transport: TransportProtocol
    /// The address to come from; nil leaves it to the system.
    var local: IPAddress?
    /// Whom to believe over TLS.
    var tls: TLSClientContext?
    /// The name that the certificate must be for; nil for the server's address.
    var serverName: String?
    /// For the connection and, after it, for the TLS handshake; over UDP there is neither.
    var connectTimeout = Duration.seconds(10)
    var streamOptions = StreamSocket.Options()

    init(_ server: Endpoint, over transport: TransportProtocol) {
        self.server = server
        self.transport = transport
    }
}
