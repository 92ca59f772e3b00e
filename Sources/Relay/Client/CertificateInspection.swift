import EventLoop
import SansIO

/// A connection made to see the certificate of a TLS server, and nothing else.
final class CertificateInspection: LoopMember {
    private(set) var outcome: Result<CertificateReport, LinkFailure>?
    private let socket: StreamSocket
    private let inspection: TLSInspection
    private let timeout: Duration
    private var isConnected = false
    private(set) var nextDeadline: Instant?
    private unowned let loop: ClientLoop

    /// Connects and joins the loop; `timeout` is for the connection and again for the handshake.
    init(
        of server: Endpoint,
        name: String,
        trust: TLSClientContext.Trust,
        timeout: Duration,
        in loop: ClientLoop
    ) throws(LinkFailure) {
        self.loop = loop
        self.timeout = timeout
        do throws(SystemError) {
            socket = try StreamSocket(connectingTo: server)
        } catch {
            throw .noRoute(error)
        }
        do throws(TLSError) {
            inspection = try TLSInspection(of: socket, trust: trust, serverName: name)
        } catch {
            throw .tls(error)
        }
        nextDeadline = loop.now + timeout
        do throws(SystemError) {
            try loop.add(self)
        } catch {
            throw .noRoute(error)
        }
    }

    var fileDescriptor: Int32 { socket.fileDescriptor }
    var interest: Poller.Interest { isConnected ? inspection.interest : .write }
    var isFinished: Bool { outcome != nil }

    func serve(_ event: Poller.Event) {
        do throws(SystemError) {
            if !isConnected {
                guard try socket.finishConnecting() else { return }
                isConnected = true
                nextDeadline = loop.now + timeout
            }
        } catch {
            outcome = .failure(LinkFailure(error))
            return
        }
        do throws(TLSError) {
            if let report = try inspection.advance() { outcome = .success(report) }
        } catch {
            outcome = .failure(.tls(error))
        }
    }

    func advance(to now: Instant) {
        if outcome == nil { outcome = .failure(isConnected ? .handshakeTimeout : .connectTimeout) }
    }
}
