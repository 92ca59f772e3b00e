internal import Glibc
internal import SansIO

/// A stream's bytes, through TLS or not: the same calls for both.
enum StreamChannel {
    case tcp(StreamSocket)
    case tls(TLSSession)

    var socket: StreamSocket {
        switch self {
        case .tcp(let socket): socket
        case .tls(let session): session.socket
        }
    }

    var transport: TransportProtocol {
        switch self {
        case .tcp: .tcp
        case .tls: .tls
        }
    }

    /// Whether bytes can pass: TCP at once, TLS after the handshake.
    var isOpen: Bool {
        switch self {
        case .tcp: true
        case .tls(let session): session.isEstablished
        }
    }

    /// What the poller should watch the descriptor for, when its owner wants to read or has something to write.
    func interest(reading: Bool, writing: Bool) -> Poller.Interest {
        var interest: Poller.Interest = reading ? .read : []
        guard case .tls(let session) = self else {
            if writing { interest.insert(.write) }
            return interest
        }
        guard session.isEstablished else { return session.wantsWrite ? .write : .read }
        if session.wantsWrite { interest.insert(.write) }
        if writing { interest.insert(session.writeWantsRead ? .read : .write) }
        return interest
    }

    /// Reads into `buffer`, making the handshake first.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> StreamRead {
        switch self {
        case .tcp(let socket):
            do throws(SystemError) { return try socket.read(into: buffer) } catch { throw .system(error) }
        case .tls(let session):
            do throws(TLSError) {
                guard try session.handshake() == .done else { return .wouldBlock }
                return try session.read(into: buffer)
            } catch {
                throw .tls(error)
            }
        }
    }

    /// Writes as many of `bytes` as go now, making the handshake first.
    func write(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> Int {
        switch self {
        case .tcp(let socket):
            do throws(SystemError) { return try socket.write(bytes) } catch { throw .system(error) }
        case .tls(let session):
            do throws(TLSError) {
                guard try session.handshake() == .done else { return 0 }
                return try session.write(bytes)
            } catch {
                throw .tls(error)
            }
        }
    }

    /// Tells the peer that nothing more will be written.
    func shutDownWriting() {
        switch self {
        case .tcp(let socket): socket.shutDownWriting()
        case .tls(let session): session.shutDownWriting()
        }
    }
}
