import EventLoop
import SansIO

/// How a probe goes about it.
struct ProbeSettings: Sendable {
    /// For each thing that is waited for: a connection, a handshake, an answer.
    var timeout = Duration.seconds(5)
    /// Whose certificates are believed.
    var trust = TLSClientContext.Trust.system
    var credential = ProbeCredential.none
    /// What `ice-config` wants to see.
    var token: String?
}
