import EventLoop
import TURN

/// Why nothing passes between a client and its server, by what was under way.
enum LinkFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No socket could be made, or the system knows no way to the server.
    case noRoute(SystemError)
    /// The host is there and takes no connection, or no datagram, at the port.
    case refused
    /// A router, or the server's own host, says that the server can not be reached.
    case unreachable
    /// The connection was not there in time.
    case connectTimeout
    /// The connection was there, and TLS was not agreed on in time.
    case handshakeTimeout
    /// TLS was not agreed on, or broke.
    case tls(TLSError)
    /// The connection broke.
    case broken(SystemError)
    /// The server closed the connection.
    case closedByServer
    /// What came over the stream is neither STUN nor ChannelData.
    case notSTUN

    var description: String {
        switch self {
        case .noRoute(let error), .broken(let error): error.description
        case .refused: "nobody listens there"
        case .unreachable: "the server can not be reached"
        case .connectTimeout: "no connection in time"
        case .handshakeTimeout: "no TLS handshake in time"
        case .tls(let error): error.description
        case .closedByServer: "the server closed the connection"
        case .notSTUN: "what came is not STUN"
        }
    }
}
