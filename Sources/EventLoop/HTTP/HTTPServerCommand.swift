internal import HTTP

/// What other threads ask a server's loop to do.
enum HTTPServerCommand: Sendable {
    case answer(ConnectionID, HTTPAnswer)
    case send(ConnectionID, WebSocketMessage)
    case close(ConnectionID, WebSocketCloseCode, String)
    /// Connections that begin now show this certificate.
    case useCertificate(TLSServerContext)
    /// Take no more connections, and let those there are end within that time.
    case stop(within: Duration)
}
