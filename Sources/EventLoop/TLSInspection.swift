internal import Glibc

/// A handshake made to look at the server's certificate, whatever it is; nothing else is ever sent or read.
///
/// After an event of the socket's descriptor the owner calls `advance` until it gives the report.
public final class TLSInspection {
    public let socket: StreamSocket
    private let session: TLSSession
    private let serverName: String

    /// Begins on a socket that may still be connecting; `serverName` is what the certificate should be for.
    public init(
        of socket: StreamSocket,
        trust: TLSClientContext.Trust = .system,
        serverName: String
    ) throws(TLSError) {
        self.socket = socket
        self.serverName = serverName
        let context = try TLSClientContext(trust: trust, refusesUntrusted: false)
        session = try TLSSession(connecting: socket, context: context, serverName: serverName)
    }

    /// What the poller should watch the descriptor for.
    public var interest: Poller.Interest { session.wantsWrite ? .write : .read }

    /// Goes on with the handshake; nil while it is under way.
    public func advance() throws(TLSError) -> CertificateReport? {
        guard try session.handshake() == .done else { return nil }
        defer { session.shutDownWriting() }
        guard let report = CertificateReport(of: session.ssl, serverName: serverName) else {
            throw TLSError("TLS handshake with \(socket.peer)", "the server showed no certificate")
        }
        return report
    }
}
