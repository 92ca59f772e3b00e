internal import COpenSSL
internal import Glibc

/// The authorities that a TLS client believes.
public final class TLSClientContext: @unchecked Sendable {
    /// Where the authorities' certificates come from.
    public enum Trust: Hashable, Sendable {
        /// The system's store.
        case system
        /// A PEM file, and nothing else.
        case file(String)
    }

    // OpenSSL counts references to a context atomically, and nothing changes it after it was made.
    let context: OpaquePointer

    public convenience init(trust: Trust = .system) throws(TLSError) {
        try self.init(trust: trust, refusesUntrusted: true)
    }

    /// One that goes on with a server it does not believe is for looking at its certificate only.
    init(trust: Trust, refusesUntrusted: Bool) throws(TLSError) {
        if case .file(let path) = trust { try TLSContext.requireReadable(path, as: "authorities") }
        let context = try TLSContext.make(TLS_client_method())
        SSL_CTX_set_verify(context, refusesUntrusted ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nil)
        let loaded =
            switch trust {
            case .system: SSL_CTX_set_default_verify_paths(context)
            case .file(let path): SSL_CTX_load_verify_file(context, path)
            }
        guard loaded == 1 else {
            SSL_CTX_free(context)
            let operation =
                switch trust {
                case .system: "read the system's authorities"
                case .file(let path): "read authorities \(path)"
                }
            throw TLSError.taking(operation)
        }
        self.context = context
    }

    deinit {
        SSL_CTX_free(context)
    }
}
