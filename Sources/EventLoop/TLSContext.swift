internal import COpenSSL
internal import Glibc

/// What server and client contexts share: TLS 1.2 at least, no renegotiation, no session cache.
enum TLSContext {
    static func make(_ method: OpaquePointer?) throws(TLSError) -> OpaquePointer {
        ERR_clear_error()
        guard let context = SSL_CTX_new(method) else { throw TLSError.taking("make TLS context") }
        _ = cssl_set_min_proto_version(context, TLS1_2_VERSION)
        _ = cssl_set_options(context, cssl_stream_options())
        _ = cssl_disable_session_cache(context)
        // Partial writes keep a slow reader's record apart from what follows; released buffers save 34 kB
        // per idle connection.
        let modes =
            SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS
        _ = cssl_set_mode(context, Int(modes))
        return context
    }

    /// Tells a file that cannot be read from one whose content is wrong.
    static func requireReadable(_ path: String, as what: String) throws(TLSError) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw TLSError("read \(what) \(path)", strerror(errno).map { String(cString: $0) } ?? "unknown")
        }
        close(descriptor)
    }
}
