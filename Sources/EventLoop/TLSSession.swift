internal import COpenSSL
internal import Glibc
internal import SansIO

/// TLS over a non-blocking stream socket.
///
/// No call waits. What a call needs before it can go on is told by `wantsWrite`. OpenSSL keeps at most one
/// record that could not be written; nothing piles up here when a peer does not read.
public final class TLSSession {
    /// How a handshake stands.
    public enum Handshake: Hashable, Sendable {
        case done
        /// Call again when the socket is readable.
        case wantsRead
        /// Call again when the socket is writable.
        case wantsWrite
    }

    public let socket: StreamSocket
    /// Whether the last read, or the handshake, must write before it can go on.
    public private(set) var wantsWrite = false
    /// Whether the last write must read before it can go on.
    public private(set) var writeWantsRead = false
    /// Whether the handshake is done.
    public private(set) var isEstablished = false

    let ssl: OpaquePointer
    private let isClient: Bool
    /// After a fatal error OpenSSL forbids a further call, a close_notify included.
    private var hasFailed = false

    /// The server's side of a session on an accepted connection.
    public init(accepting socket: StreamSocket, context: TLSServerContext) throws(TLSError) {
        ssl = try Self.make(context.context, on: socket)
        self.socket = socket
        isClient = false
        SSL_set_accept_state(ssl)
    }

    /// The client's side; the certificate must be for `serverName`, a DNS name or an IP address.
    public init(
        connecting socket: StreamSocket,
        context: TLSClientContext,
        serverName: String
    ) throws(TLSError) {
        let ssl = try Self.make(context.context, on: socket)
        let isSet: Bool
        if IPAddress(serverName) != nil {
            isSet = X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), serverName) == 1
        } else {
            isSet = SSL_set1_host(ssl, serverName) == 1 && cssl_set_tlsext_host_name(ssl, serverName) == 1
        }
        guard isSet else {
            SSL_free(ssl)
            throw TLSError.taking("expect server name \(serverName)")
        }
        self.ssl = ssl
        self.socket = socket
        isClient = true
        SSL_set_connect_state(ssl)
    }

    deinit {
        SSL_free(ssl)
    }

    private static func make(
        _ context: OpaquePointer,
        on socket: StreamSocket
    ) throws(TLSError) -> OpaquePointer {
        ERR_clear_error()
        guard let ssl = SSL_new(context) else { throw TLSError.taking("make TLS session") }
        guard let bio = TLSTransport.make(for: socket.fileDescriptor) else {
            SSL_free(ssl)
            throw TLSError.taking("make TLS session")
        }
        SSL_set_bio(ssl, bio, bio)
        return ssl
    }

    /// "TLSv1.3" or "TLSv1.2", once the handshake is done.
    public var version: String {
        SSL_get_version(ssl).map { String(cString: $0) } ?? ""
    }

    /// Whether decrypted bytes wait inside OpenSSL, which no poller reports: read until `.wouldBlock`.
    public var hasBufferedInput: Bool { SSL_has_pending(ssl) == 1 }

    /// Goes on with the handshake.
    ///
    /// A client's check of the certificate is part of it.
    public func handshake() throws(TLSError) -> Handshake {
        if isEstablished { return .done }
        try requireUsable()
        ERR_clear_error()
        let result = SSL_do_handshake(ssl)
        if result == 1 {
            isEstablished = true
            wantsWrite = false
            return .done
        }
        let cause = SSL_get_error(ssl, result)
        wantsWrite = cause == SSL_ERROR_WANT_WRITE
        switch cause {
        case SSL_ERROR_WANT_READ: return .wantsRead
        case SSL_ERROR_WANT_WRITE: return .wantsWrite
        default: throw failure("TLS handshake with \(socket.peer)", cause)
        }
    }

    /// Reads decrypted bytes into `buffer`.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(TLSError) -> StreamRead {
        guard !buffer.isEmpty else { return .wouldBlock }
        try requireUsable()
        ERR_clear_error()
        var count = 0
        let result = SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &count)
        wantsWrite = false
        if result == 1 { return .bytes(count) }
        let cause = SSL_get_error(ssl, result)
        switch cause {
        case SSL_ERROR_WANT_READ:
            return .wouldBlock
        case SSL_ERROR_WANT_WRITE:
            wantsWrite = true
            return .wouldBlock
        case SSL_ERROR_ZERO_RETURN:
            return .endOfStream
        default:
            throw failure("TLS read from \(socket.peer)", cause)
        }
    }

    /// Writes as many of `bytes` as one record takes; 0 when none can be written now.
    ///
    /// After 0 the next call must begin with the same bytes: they may have been encrypted already.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(TLSError) -> Int {
        guard !bytes.isEmpty else { return 0 }
        try requireUsable()
        ERR_clear_error()
        var count = 0
        let result = SSL_write_ex(ssl, bytes.baseAddress, bytes.count, &count)
        writeWantsRead = false
        if result == 1 { return count }
        let cause = SSL_get_error(ssl, result)
        switch cause {
        case SSL_ERROR_WANT_WRITE:
            return 0
        case SSL_ERROR_WANT_READ:
            writeWantsRead = true
            return 0
        default:
            throw failure("TLS write to \(socket.peer)", cause)
        }
    }

    /// Says close_notify if it can be said now, then that nothing more will be written.
    public func shutDownWriting() {
        if isEstablished, !hasFailed {
            ERR_clear_error()
            _ = SSL_shutdown(ssl)
            ERR_clear_error()
        }
        socket.shutDownWriting()
    }

    private func requireUsable() throws(TLSError) {
        guard !hasFailed else { throw TLSError("TLS with \(socket.peer)", "the session has failed before") }
    }

    private func failure(_ operation: String, _ cause: Int32) -> TLSError {
        let code = errno
        hasFailed = true
        let verified = SSL_get_verify_result(ssl)
        if isClient, !isEstablished, verified != Int(X509_V_OK) {
            ERR_clear_error()
            let text = X509_verify_cert_error_string(verified).map { String(cString: $0) }
            return TLSError(operation, text ?? "certificate refused")
        }
        let closed = "the connection was closed"
        guard cause == SSL_ERROR_SYSCALL, code != 0, let text = strerror(code) else {
            return TLSError.taking(operation, otherwise: closed)
        }
        return TLSError.taking(operation, otherwise: String(cString: text))
    }
}
